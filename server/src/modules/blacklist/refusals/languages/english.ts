import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const me =
  '(?:me|us|here|this (?:phone )?number|(?:my|our) (?:phone|number|house|home|cell|mobile|mother|wife|husband))';
const dont = '(?<!(?:i|we) )(?:do not|don t|dont|never|don t you(?: ever| dare)?)(?: ever)?';
const forGood = '(?:again|any ?more|ever|any longer|any further)';
const call = '(?:call|phone|ring|contact|bother|telephone)';
const stop = '(?:stop|quit) (?:calling|phoning|ringing|contacting|bothering|harassing)';
const kind = '(?:(?:more|phone|sales|marketing|spam) )*';
const list =
  '(?:all (?:of )?)?(?:your|the|this|that|any) (?:(?:call|calling|calls|phone|telephone|contact|contacts|marketing|customer|lead|sales) )?(?:list|lists|database|system|records)';
const rather = '(?:i|we) (?:d|would) (?:rather|prefer(?: it)?)';
const surely = '(?:make sure|ensure|see to it)(?: that)?';
const off = '(?:off of|off|from|out of)';

export const english: Refusals = {
  firm: anyOf(
    `${dont} ${call} (?:${me} )?(?:back )?${forGood}`,
    `${surely} (?:i|we|this number) (?:am|m|are|re|is) (?:never|not) (?:called|contacted|phoned|rung|bothered) ${forGood}`,
    `${surely} (?:i|we) (?:never|do not|don t) (?:get|receive) (?:called ${forGood}|(?:any|another|your|these) ${kind}calls?)`,
    `${surely} (?:you|you guys|you people|they) (?:never|do not|don t) ${call} (?:${me} )?(?:back )?${forGood}`,
    `${surely} (?:nobody|no one) (?:ever )?(?:calls|contacts|phones|bothers) ${me} ${forGood}`,
    `${rather} (?:if |that )?(?:you|you guys|you people) (?:did not|didn t|do not|don t|never) ${call}(?:ed)? (?:${me} )?(?:back )?${forGood}`,
    `${rather} not (?:to )?be (?:called|contacted|phoned) (?:back )?${forGood}`,
    `(?:told|asked|tell|telling|asking) (?:you|you guys|you people|them) (?:not to|don t|do not|to never) ${call} ${me}`,
    `(?:do not|don t|dont) want (?:you|you guys|you people|anyone|anybody)(?: to)? (?:call|calling) ${me} ${forGood}`,
    `(?:do not|don t|dont) (?:want to|wish to|wanna) be (?:called|contacted|phoned) ${forGood}`,
    `(?:please|you|to) not ${call} ${me} ${forGood}`,
    `(?:do not|don t|dont) (?:want to|wish to|wanna) (?:receive|get) (?:any |these |your |such )?${kind}calls`,
    `(?:do not|don t|dont) want (?:any |these |your |such )${kind}calls`,
    `(?:take|remove|delete|strike|scratch|get) (?:me|us|my name|our name|(?:my|our|this) (?:phone )?number) (?:please )?${off} ${list}`,
    `(?:be|get) (?:removed|taken|deleted) ${off} ${list}`,
    `(?:put|add|place) (?:me|us|my number|our number|this number) (?:on|to|onto|in) (?:your |the |a )?(?:internal )?do not (?:call|contact)`,
    `(?:i am|i m|we are|we re|number is) (?:already )?(?:registered )?on (?:the |a |your )?(?:national )?do not call`,
    `${stop} (?:${me} )?${forGood}`,
    `opt (?:me )?out (?:of|from) (?:these |your |all |any |further |future )*${kind}calls`,
  ),
  bare: anyOf(
    `${dont} ${call} ${me}`,
    `${dont} (?:call|phone|ring)(?: me| us)? back`,
    `${rather} (?:if |that )?(?:you|you guys|you people) (?:did not|didn t|do not|don t|never) ${call}(?:ed)? ${me}`,
    `${rather} not (?:to )?be (?:called|contacted|phoned)`,
    `(?:do not|don t|dont) want (?:you|you guys|you people|anyone|anybody)(?: to)? (?:call|calling) ${me}`,
    `${stop}(?: ${me})?`,
    `(?:do not|don t|dont) (?:want to|wish to|wanna) be (?:called|contacted|phoned)`,
    `no more ${kind}calls(?: from you)?`,
    `(?:delete|remove|erase|lose) (?:my|this|our) (?:phone |telephone )?number`,
    `leave (?:me|us) alone`,
    `opt me out`,
    `unsubscribe me`,
    `(?:i want to|i would like to|i d like to|i) opt out`,
  ),
  fillers: startsWith(
    ',|please|thanks|thank you|ok|okay|and|at all|again|bye|goodbye|ever|i m|i am|we re|we are',
    'i don t|i do not|or i|or we|now|already|from your',
  ),
  limits: startsWith(
    'before|after|until|till|unless|if|when|while|during|at (?!all)|on|in|as|today|tonight|tomorrow',
    'yet|next|later|earlier|this|right now|now but|so|for (?:a|the|another|at least|two|three|now)',
    'every|except|without|about|from (?:that|a|another)|i ll call|i will call|let me call|by',
  ),
  turns: contains(
    '^(?:if|when|unless|before|after|until|why|because|whether)|why|not saying|didn t say|not say',
    '(?<!(?:can|could|would|will|can t|must) )you$',
    '(?:they|he|she|who|people|nobody|did|to not|not|never|don t|didn t|won t|doesn t)$',
    '(?:my|our|your|his|her|their|the) \\p{L}+$',
    '(?:do not|don t|didn t|did not|not|never) (?:want you to|have to|need to|to|ever|really|just|even)$',
  ),
};
