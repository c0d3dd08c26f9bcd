"""Geelon So: slides on 'Transformers are universal approximators' (Yun et al. 2020), 22 April 2020.

The slides have no numbers: `source` says the title of a slide. Their networks are those of yun2020 where the slides
give no other. That transformers are dense in generalised transformers is no claim here: on bounded sets they are, on
all of R^(d x n) they are not (yun2020:lemma6).
"""

TITLE = "Geelon So, slides, 22 April 2020"
REFERENCE = {
    "type": "misc",
    "authors": ["So, Geelon"],
    "title": "Transformers are universal approximators",
    "howpublished": "Slides",
    "year": "2020",
}
CLAIMS = {
    "blocks": "blocks",
    "quantization": "quantization",
    "contextual_mapping": "contextual_mapping",
    "one_dimension": "one_dimension",
    "interpolation": "interpolation",
    "position_encoding": "position_encoding",
}
