import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const me = '(?:(?:til )?(?:mig|os|dette nummer|det her nummer|vores nummer|mit nummer)|her)';
const forGood = '(?:igen|mere|nogensinde(?: igen)?|længere|flere gange)';
const want = '(?:vil|ønsker)(?: jeg| vi)?(?: bare| virkelig)? (?:ikke|aldrig)(?: at)?';
const called = '(?:ringes op|kontaktes|forstyrres|blive (?:ringet (?:op|til)|kontaktet|forstyrret))';
const stop = '(?:stop med|hold op med|lad (?:være|vær) med) at (?:ringe|kontakte|forstyrre|genere)';

export const danish: Refusals = {
  firm: anyOf(
    `ring(?: venligst)? (?:ikke|aldrig) (?:op )?(?:${me} )?${forGood}`,
    `ring (?:ikke|aldrig) ${forGood} ${me}`,
    `(?:ikke|aldrig) at (?:ringe|kontakte) ${me} ${forGood}`,
    `(?:kontakt|forstyr) (?:mig|os) (?:ikke|aldrig) ${forGood}`,
    `(?:du|i|de) (?:ma|skal) (?:ikke|aldrig) (?:ringe|kontakte) (?:${me} )?${forGood}`,
    `${want} ${called} ${forGood}`,
    `${want} (?:have|modtage|fa) (?:flere |jeres |disse |sadanne )+(?:telefon)?opkald`,
    `${want} have i ringer (?:${me} )?${forGood}`,
    `${stop} (?:${me} )?${forGood}`,
    '(?:slet|fjern|tag) (?:mig|os|mit nummer|vores nummer) (?:fra|af|ud af) (?:\\p{L}+ )?\\p{L}*(?:liste|listen|lister|database|databasen|register|registeret|system|systemet)',
  ),
  bare: anyOf(
    `ring(?: venligst)? (?:ikke|aldrig) ${me}`,
    `ring (?:ikke|aldrig) (?:tilbage|op)`,
    `(?:kontakt|forstyr) (?:mig|os) ikke`,
    `(?:du|i|de) (?:ma|skal) (?:ikke|aldrig) ringe ${me}`,
    `${want} ${called}`,
    `${stop}(?: ${me})?`,
    'ikke flere opkald',
    '(?:slet|fjern) mit (?:telefon)?nummer',
    'lad (?:mig|os) (?:være|vær)(?: i fred)?',
  ),
  fillers: startsWith(
    ',|tak|mange tak|venligst|farvel|hej hej|og|ok|okay|nogensinde|overhovedet|er du sød',
    'jeg er ikke interesseret|vi er ikke interesserede|det interesserer mig ikke',
  ),
  limits: startsWith(
    'før|efter|inden|indtil|nu|hvis|nar|mens|i|om|pa|klokken|kl|sa|medmindre|undtagen|fra|lige|som',
    'senere|tidligere|jeg ringer|vi ringer|med|uden|hver',
  ),
  turns: contains('hvorfor|^(?:hvis|nar|før|fordi|om)|(?:siger|sagde) (?:jeg )?ikke|ikke sagt|at$'),
};
