import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const call =
  '(?:ligue|liguem|ligues|liga|telefone|telefonem|contacte|contactem|contate|contatem|incomode|incomodem|chateiem)';

export const portuguese: Refusals = {
  firm: anyOf(
    `nao (?:me|nos) ${call} (?:nunca mais|mais|de novo|outra vez)`,
    `nao ${call} (?:nunca )?mais (?:para|pra|a este numero|aqui)`,
    `nunca mais (?:me |nos )?${call}`,
    'nao (?:me )?(?:voltem|volte|voltes|torne|tornem) a (?:ligar|contactar|telefonar|incomodar)(?: me)?',
    '(?:pare|parem|para|deixe|deixem) de (?:me |nos )?(?:ligar|telefonar|incomodar|contactar|chatear)(?: me)?',
    'nao quero (?:mais )?que (?:me )?(?:liguem|voltem a ligar|contactem)(?: me)? (?:mais|de novo|outra vez)',
    'nao quero (?:mais )?(?:receber )?(?:mais |as vossas |suas |essas |estas )+(?:ligacoes|chamadas|telefonemas)',
    'nao quero (?:mais )?ser (?:contactad[oa]|contatad[oa]|incomodad[oa])',
    '(?:tire|tirem|retire|retirem|remova|removam|apague|apaguem)(?: me| o meu (?:numero|nome)| meu (?:numero|nome))(?: por favor)? d(?:a|as|e|essa|esta) (?:sua |suas |vossa |vossas )?(?:lista|listas|base|bases|sistema)',
  ),
  bare: anyOf(
    `nao (?:me|nos) ${call}`,
    `nao ${call} mais`,
    'nao quero que me (?:liguem|contactem)',
    '(?:apague|apaguem|remova|removam|retire|retirem) (?:o )?meu (?:numero|telefone)',
    '(?:me (?:deixe|deixem) em paz|(?:deixe|deixem) me em paz)',
  ),
  fillers: startsWith(
    ',|por favor|obrigad[oa]|nunca|adeus|tchau|e|ok|nao tenho interesse|nao estou interessad\\p{L}*',
  ),
  limits: startsWith(
    'antes|depois|hoje|amanha|agora|a (?:esta|essa|partir|noite|tarde)|ate|quando|se|tao',
    'de (?:manha|noite|tarde)|aos|no|na|nos|em|durante|enquanto|esta|as|eu ligo',
  ),
  turns: contains(
    'por que|porque|^(?:se|quando|antes|ate)|nao (?:disse|digo|estou a dizer)|(?:voces|eles|ja)$',
  ),
};
