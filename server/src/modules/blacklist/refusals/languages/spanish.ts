import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const callMe =
  '(?:me|nos) (?:llame|llamen|llames|llameis|contacte|contacten|moleste|molesten|telefonee|telefoneen)';

export const spanish: Refusals = {
  firm: anyOf(
    `(?:no|nunca) ${callMe} (?:mas|nunca mas|nunca|jamas|otra vez|de nuevo)`,
    `ya no ${callMe}`,
    'nunca mas (?:me|nos) (?:llame|llamen|llames|molesten)',
    '(?:no|nunca)(?: mas)? (?:me |nos )?(?:vuelva|vuelvan|vuelvas|volvais) a (?:llamar|contactar|molestar|telefonear)(?:me|nos)?',
    '(?:deje|dejen|deja|dejad|pare|paren) de (?:llamar|molestar|contactar)(?:me|nos)?',
    'no quiero que (?:me|nos) (?:vuelvan?|vuelvas) a (?:llamar|contactar|molestar)',
    `no quiero que ${callMe} (?:mas|nunca mas|otra vez)`,
    'no (?:quiero|deseo|queremos) (?:recibir )?(?:mas |sus |estas |ninguna )+llamadas?',
    'no (?:quiero|deseo) (?:ser (?:llamad[oa]|contactad[oa])|que me molesten)',
    '(?:borre|borren|elimine|eliminen|quite|quiten|saque|saquen)(?:me|nos| mi numero| mi nombre)(?: por favor)? de (?:su|sus|la|las|esa|esta) (?:lista|listas|base|bases|sistema)',
  ),
  bare: anyOf(
    `no ${callMe}`,
    `no quiero que ${callMe}`,
    '(?:no|nunca) (?:llame|llamen) mas',
    '(?:borre|borren|elimine|eliminen|quite|quiten) mi (?:numero|telefono)',
    '(?:deje|dejen|deja|dejad)(?:me|nos) (?:en paz|tranquil[oa]s?)',
  ),
  fillers: startsWith(
    ',|por favor|gracias|nunca|jamas|adios|y|ok|vale|no me interesa|no estoy interesad\\p{L}*',
  ),
  limits: startsWith(
    'antes|despues|hoy|manana|ahora|a (?:esta|estas|la|las|partir)|hasta|cuando|si|tan|por la|los|el',
    'en|durante|mientras|esta|al (?:trabajo|movil|fijo)|yo (?:le|les|te) llamo',
  ),
  turns: contains('por que|porque|^(?:si|cuando|antes|hasta)|no (?:he dicho|digo|dije)|(?:ustedes|ellos)$'),
};
