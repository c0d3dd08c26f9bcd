CertificateFile.vo CertificateFile.glob CertificateFile.v.beautified CertificateFile.required_vo: CertificateFile.v Numerals.vo Json.vo Sha256.vo
CertificateFile.vio: CertificateFile.v Numerals.vio Json.vio Sha256.vio
CertificateFile.vos CertificateFile.vok CertificateFile.required_vos: CertificateFile.v Numerals.vos Json.vos Sha256.vos
Check.vo Check.glob Check.v.beautified Check.required_vo: Check.v Rationals.vo Syntax.vo Networks.vo Terms.vo TermInduction.vo QuickNetworks.vo Evaluate.vo Domains.vo Enumerate.vo Orders.vo Truth.vo FiniteSets.vo Equality.vo Places.vo StepForm.vo Measures.vo Steps.vo Json.vo JsonComplete.vo CertificateFile.vo Decode.vo Hashes.vo
Check.vio: Check.v Rationals.vio Syntax.vio Networks.vio Terms.vio TermInduction.vio QuickNetworks.vio Evaluate.vio Domains.vio Enumerate.vio Orders.vio Truth.vio FiniteSets.vio Equality.vio Places.vio StepForm.vio Measures.vio Steps.vio Json.vio JsonComplete.vio CertificateFile.vio Decode.vio Hashes.vio
Check.vos Check.vok Check.required_vos: Check.v Rationals.vos Syntax.vos Networks.vos Terms.vos TermInduction.vos QuickNetworks.vos Evaluate.vos Domains.vos Enumerate.vos Orders.vos Truth.vos FiniteSets.vos Equality.vos Places.vos StepForm.vos Measures.vos Steps.vos Json.vos JsonComplete.vos CertificateFile.vos Decode.vos Hashes.vos
Choices.vo Choices.glob Choices.v.beautified Choices.required_vo: Choices.v Domains.vo LongLists.vo Orders.vo Words.vo
Choices.vio: Choices.v Domains.vio LongLists.vio Orders.vio Words.vio
Choices.vos Choices.vok Choices.required_vos: Choices.v Domains.vos LongLists.vos Orders.vos Words.vos
Decode.vo Decode.glob Decode.v.beautified Decode.required_vo: Decode.v Rationals.vo Syntax.vo Networks.vo Terms.vo Truth.vo Json.vo
Decode.vio: Decode.v Rationals.vio Syntax.vio Networks.vio Terms.vio Truth.vio Json.vio
Decode.vos Decode.vok Decode.required_vos: Decode.v Rationals.vos Syntax.vos Networks.vos Terms.vos Truth.vos Json.vos
Descent.vo Descent.glob Descent.v.beautified Descent.required_vo: Descent.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo FiniteSets.vo Equality.vo
Descent.vio: Descent.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio FiniteSets.vio Equality.vio
Descent.vos Descent.vok Descent.required_vos: Descent.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos FiniteSets.vos Equality.vos
Domains.vo Domains.glob Domains.v.beautified Domains.required_vo: Domains.v Rationals.vo Syntax.vo Networks.vo Terms.vo
Domains.vio: Domains.v Rationals.vio Syntax.vio Networks.vio Terms.vio
Domains.vos Domains.vok Domains.required_vos: Domains.v Rationals.vos Syntax.vos Networks.vos Terms.vos
EachStep.vo EachStep.glob EachStep.v.beautified EachStep.required_vo: EachStep.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo FiniteSets.vo Equality.vo Descent.vo Places.vo StepCounts.vo
EachStep.vio: EachStep.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio FiniteSets.vio Equality.vio Descent.vio Places.vio StepCounts.vio
EachStep.vos EachStep.vok EachStep.required_vos: EachStep.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos FiniteSets.vos Equality.vos Descent.vos Places.vos StepCounts.vos
Enumerate.vo Enumerate.glob Enumerate.v.beautified Enumerate.required_vo: Enumerate.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo LongLists.vo Orders.vo Words.vo Choices.vo Palettes.vo
Enumerate.vio: Enumerate.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio LongLists.vio Orders.vio Words.vio Choices.vio Palettes.vio
Enumerate.vos Enumerate.vok Enumerate.required_vos: Enumerate.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos LongLists.vos Orders.vos Words.vos Choices.vos Palettes.vos
Equality.vo Equality.glob Equality.v.beautified Equality.required_vo: Equality.v Rationals.vo Syntax.vo
Equality.vio: Equality.v Rationals.vio Syntax.vio
Equality.vos Equality.vok Equality.required_vos: Equality.v Rationals.vos Syntax.vos
Evaluate.vo Evaluate.glob Evaluate.v.beautified Evaluate.required_vo: Evaluate.v Rationals.vo Syntax.vo Networks.vo Terms.vo FiniteSets.vo TermInduction.vo QuickNetworks.vo
Evaluate.vio: Evaluate.v Rationals.vio Syntax.vio Networks.vio Terms.vio FiniteSets.vio TermInduction.vio QuickNetworks.vio
Evaluate.vos Evaluate.vok Evaluate.required_vos: Evaluate.v Rationals.vos Syntax.vos Networks.vos Terms.vos FiniteSets.vos TermInduction.vos QuickNetworks.vos
Extract.vo Extract.glob Extract.v.beautified Extract.required_vo: Extract.v Check.vo
Extract.vio: Extract.v Check.vio
Extract.vos Extract.vok Extract.required_vos: Extract.v Check.vos
FiniteSets.vo FiniteSets.glob FiniteSets.v.beautified FiniteSets.required_vo: FiniteSets.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo
FiniteSets.vio: FiniteSets.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio
FiniteSets.vos FiniteSets.vok FiniteSets.required_vos: FiniteSets.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos
Hashes.vo Hashes.glob Hashes.v.beautified Hashes.required_vo: Hashes.v Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo Json.vo CertificateFile.vo Decode.vo
Hashes.vio: Hashes.v Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio Json.vio CertificateFile.vio Decode.vio
Hashes.vos Hashes.vok Hashes.required_vos: Hashes.v Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos Json.vos CertificateFile.vos Decode.vos
Json.vo Json.glob Json.v.beautified Json.required_vo: Json.v Numerals.vo
Json.vio: Json.v Numerals.vio
Json.vos Json.vok Json.required_vos: Json.v Numerals.vos
JsonComplete.vo JsonComplete.glob JsonComplete.v.beautified JsonComplete.required_vo: JsonComplete.v Numerals.vo Json.vo Sha256.vo CertificateFile.vo
JsonComplete.vio: JsonComplete.v Numerals.vio Json.vio Sha256.vio CertificateFile.vio
JsonComplete.vos JsonComplete.vok JsonComplete.required_vos: JsonComplete.v Numerals.vos Json.vos Sha256.vos CertificateFile.vos
LongLists.vo LongLists.glob LongLists.v.beautified LongLists.required_vo: LongLists.v Networks.vo
LongLists.vio: LongLists.v Networks.vio
LongLists.vos LongLists.vok LongLists.required_vos: LongLists.v Networks.vos
Measures.vo Measures.glob Measures.v.beautified Measures.required_vo: Measures.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo FiniteSets.vo Equality.vo Places.vo StepCounts.vo
Measures.vio: Measures.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio FiniteSets.vio Equality.vio Places.vio StepCounts.vio
Measures.vos Measures.vok Measures.required_vos: Measures.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos FiniteSets.vos Equality.vos Places.vos StepCounts.vos
Networks.vo Networks.glob Networks.v.beautified Networks.required_vo: Networks.v Rationals.vo Syntax.vo
Networks.vio: Networks.v Rationals.vio Syntax.vio
Networks.vos Networks.vok Networks.required_vos: Networks.v Rationals.vos Syntax.vos
Numerals.vo Numerals.glob Numerals.v.beautified Numerals.required_vo: Numerals.v 
Numerals.vio: Numerals.v 
Numerals.vos Numerals.vok Numerals.required_vos: Numerals.v 
OppositeHeads.vo OppositeHeads.glob OppositeHeads.v.beautified OppositeHeads.required_vo: OppositeHeads.v Rationals.vo Syntax.vo Networks.vo FiniteSets.vo Equality.vo
OppositeHeads.vio: OppositeHeads.v Rationals.vio Syntax.vio Networks.vio FiniteSets.vio Equality.vio
OppositeHeads.vos OppositeHeads.vok OppositeHeads.required_vos: OppositeHeads.v Rationals.vos Syntax.vos Networks.vos FiniteSets.vos Equality.vos
Orders.vo Orders.glob Orders.v.beautified Orders.required_vo: Orders.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo LongLists.vo Sorting.vo
Orders.vio: Orders.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio LongLists.vio Sorting.vio
Orders.vos Orders.vok Orders.required_vos: Orders.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos LongLists.vos Sorting.vos
Palettes.vo Palettes.glob Palettes.v.beautified Palettes.required_vo: Palettes.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo LongLists.vo Sorting.vo Orders.vo Words.vo Choices.vo
Palettes.vio: Palettes.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio LongLists.vio Sorting.vio Orders.vio Words.vio Choices.vio
Palettes.vos Palettes.vok Palettes.required_vos: Palettes.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos LongLists.vos Sorting.vos Orders.vos Words.vos Choices.vos
Places.vo Places.glob Places.v.beautified Places.required_vo: Places.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo FiniteSets.vo
Places.vio: Places.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio FiniteSets.vio
Places.vos Places.vok Places.required_vos: Places.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos FiniteSets.vos
QuickNetworks.vo QuickNetworks.glob QuickNetworks.v.beautified QuickNetworks.required_vo: QuickNetworks.v Rationals.vo Syntax.vo Networks.vo Terms.vo FiniteSets.vo TermInduction.vo OppositeHeads.vo
QuickNetworks.vio: QuickNetworks.v Rationals.vio Syntax.vio Networks.vio Terms.vio FiniteSets.vio TermInduction.vio OppositeHeads.vio
QuickNetworks.vos QuickNetworks.vok QuickNetworks.required_vos: QuickNetworks.v Rationals.vos Syntax.vos Networks.vos Terms.vos FiniteSets.vos TermInduction.vos OppositeHeads.vos
Rationals.vo Rationals.glob Rationals.v.beautified Rationals.required_vo: Rationals.v 
Rationals.vio: Rationals.v 
Rationals.vos Rationals.vok Rationals.required_vos: Rationals.v 
Sha256.vo Sha256.glob Sha256.v.beautified Sha256.required_vo: Sha256.v Numerals.vo
Sha256.vio: Sha256.v Numerals.vio
Sha256.vos Sha256.vok Sha256.required_vos: Sha256.v Numerals.vos
Sorting.vo Sorting.glob Sorting.v.beautified Sorting.required_vo: Sorting.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo LongLists.vo
Sorting.vio: Sorting.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio LongLists.vio
Sorting.vos Sorting.vok Sorting.required_vos: Sorting.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos LongLists.vos
StepCounts.vo StepCounts.glob StepCounts.v.beautified StepCounts.required_vo: StepCounts.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo FiniteSets.vo Equality.vo Places.vo
StepCounts.vio: StepCounts.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio FiniteSets.vio Equality.vio Places.vio
StepCounts.vos StepCounts.vok StepCounts.required_vos: StepCounts.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos FiniteSets.vos Equality.vos Places.vos
StepForm.vo StepForm.glob StepForm.v.beautified StepForm.required_vo: StepForm.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo FiniteSets.vo Equality.vo
StepForm.vio: StepForm.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio FiniteSets.vio Equality.vio
StepForm.vos StepForm.vok StepForm.required_vos: StepForm.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos FiniteSets.vos Equality.vos
Steps.vo Steps.glob Steps.v.beautified Steps.required_vo: Steps.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo Truth.vo FiniteSets.vo Equality.vo Places.vo StepForm.vo StepCounts.vo Measures.vo EachStep.vo
Steps.vio: Steps.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio Truth.vio FiniteSets.vio Equality.vio Places.vio StepForm.vio StepCounts.vio Measures.vio EachStep.vio
Steps.vos Steps.vok Steps.required_vos: Steps.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos Truth.vos FiniteSets.vos Equality.vos Places.vos StepForm.vos StepCounts.vos Measures.vos EachStep.vos
Syntax.vo Syntax.glob Syntax.v.beautified Syntax.required_vo: Syntax.v 
Syntax.vio: Syntax.v 
Syntax.vos Syntax.vok Syntax.required_vos: Syntax.v 
TermInduction.vo TermInduction.glob TermInduction.v.beautified TermInduction.required_vo: TermInduction.v Rationals.vo Syntax.vo Networks.vo Terms.vo
TermInduction.vio: TermInduction.v Rationals.vio Syntax.vio Networks.vio Terms.vio
TermInduction.vos TermInduction.vok TermInduction.required_vos: TermInduction.v Rationals.vos Syntax.vos Networks.vos Terms.vos
Terms.vo Terms.glob Terms.v.beautified Terms.required_vo: Terms.v Rationals.vo Syntax.vo Networks.vo
Terms.vio: Terms.v Rationals.vio Syntax.vio Networks.vio
Terms.vos Terms.vok Terms.required_vos: Terms.v Rationals.vos Syntax.vos Networks.vos
Truth.vo Truth.glob Truth.v.beautified Truth.required_vo: Truth.v Rationals.vo Syntax.vo Networks.vo Terms.vo Domains.vo
Truth.vio: Truth.v Rationals.vio Syntax.vio Networks.vio Terms.vio Domains.vio
Truth.vos Truth.vok Truth.required_vos: Truth.v Rationals.vos Syntax.vos Networks.vos Terms.vos Domains.vos
Words.vo Words.glob Words.v.beautified Words.required_vo: Words.v Networks.vo Domains.vo LongLists.vo Orders.vo
Words.vio: Words.v Networks.vio Domains.vio LongLists.vio Orders.vio
Words.vos Words.vok Words.required_vos: Words.v Networks.vos Domains.vos LongLists.vos Orders.vos
