"""Machine code of printed functions: optimised and emitted by LLVM, or read from what an earlier process has kept.

Machine code is determined by what LLVM is given: the lowered function, LLVM itself, the machine and the settings. Their
hash is its key, so that code of another version or another machine is never found. Only `native` imports this module,
when a function is compiled: llvmlite takes a while to import.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

import llvmlite
import numpy as np
from llvmlite import binding as llvm

from exactua.evaluators.compiled import kept_code
from exactua.evaluators.compiled.lowering import WORD, lowered

LEVEL: Final = 3
"""How much LLVM optimises."""


def compiled(text: str) -> Callable[..., int]:
    """The printed function, over machine integers; arrays are contiguous ones of 64-bit integers."""
    module = lowered(text)
    (function,) = module.functions
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    processor, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(cpu=processor, features=features, opt=LEVEL)
    made_by = (llvmlite.__version__, llvm.llvm_version_info, target.triple, processor, features, LEVEL)
    key = hashlib.sha256(json.dumps([str(module), *made_by]).encode("utf-8")).hexdigest()
    code = kept_code.read(key)
    if code is None:
        code = emitted(module, machine)
        kept_code.write(key, code)
    words = np.ctypeslib.ndpointer(np.int64, ndim=1, flags="C_CONTIGUOUS")
    kinds = [ctypes.c_int64 if argument.type == WORD else words for argument in function.args]
    return _Function(code, function.name, kinds, machine)


def emitted(module: Any, machine: Any) -> bytes:
    """The object file of a module."""
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    parsed.triple, parsed.data_layout = machine.triple, str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=LEVEL))
    builder.getModulePassManager().run(parsed, builder)
    code: bytes = machine.emit_object(parsed)
    return code


class _Function:
    """A function out of an object file, in memory as long as this lives. Python runs beside it in other threads."""

    def __init__(self, code: bytes, name: str, kinds: list[Any], machine: Any) -> None:
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._entry = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(self._engine.get_function_address(name))

    def __call__(self, *arguments: Any) -> int:
        """Calls it."""
        returned: int = self._entry(*arguments)
        return returned
