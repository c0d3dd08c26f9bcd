# exactua with the verifier in C and the proved one, as a user without rights:
#   docker build -t exactua .
#   docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" exactua check lemma8 --d 2 --n 3

FROM python:3.13-slim-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev libgmp-dev libzarith-ocaml-dev ocaml-findlib ocaml-nox \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY proofs proofs
COPY exactua exactua
RUN python -m venv /opt/exactua \
    && /opt/exactua/bin/pip install --no-cache-dir '.[site]' \
    && /opt/exactua/bin/exactua verifier --emit verifier.c \
    && gcc -O2 -std=c11 -o /opt/exactua/bin/exactua-verifier-c verifier.c -lgmp \
    && /opt/exactua/bin/exactua verifier --emit verifier.ml \
    && ocamlfind ocamlopt -O3 -w -a -package unix,zarith -linkpkg verifier.ml -o /opt/exactua/bin/exactua-verifier-ml

FROM python:3.13-slim-bookworm
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends libgmp10 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 exactua
COPY --from=build /opt/exactua /opt/exactua
ENV PATH=/opt/exactua/bin:$PATH
WORKDIR /work
RUN chown 1000 /work
USER 1000
ENTRYPOINT ["exactua"]
CMD ["--help"]
