"""PARITY with encodings rounded to bfloat16: a word of 257 bits, 193 of them 1."""

from exactua.authoring import claim, listed, point, total, when
from exactua.papers.chiang2022.parity import encoding, program
from exactua.papers.chiang2022.rounded import to_bits

N = 258
word = [0] * 64 + [1] * 193 + [2]
words = listed("the word", [[[int(token == row) for token in word] for row in range(10)]])
bfloat16 = claim("bfloat16")


@bfloat16.network("f")
def rounded(values):
    positions = encoding(N)
    positions[3] = [to_bits(entry, 8) for entry in positions[3]]
    return program(positions, 1)


@bfloat16.states("the word is counted as correct", over=words)
def correct(at):
    k, output = total(at.columns, lambda j: point[2, j]), at.f(point)[9, at.n]
    return when(k % 2 == 1, output, -output) > 0
