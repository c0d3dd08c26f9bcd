"""The certificate: a verdict as a file, the same to the byte on every machine (docs/certificate-format.md)."""
