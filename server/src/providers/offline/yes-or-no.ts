import { sentencesOf } from './sentences.ts';
import { plainWords, smallTalkOf, YES_OR_NO } from './small-talk.ts';

export interface Answer {
  value: boolean;
  /** True for "I will come", which is an answer without a question too; false for a mere "yes". */
  isExplicit: boolean;
}

/** A regular expression for whole words of plain text; `\b` only knows ASCII. */
export function phrases(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}'])(?:${alternatives.join('|')})(?![\\p{L}'])`, 'u');
}

const NO_PROBLEM = phrases(
  'no problem|not a problem|no worries|why not',
  '(nicio|nici o) problema|fara probleme|de ce nu',
  'pas de (probleme|souci)s?|pourquoi pas',
  'no hay (ningun )?problema|sin problemas?|por que no',
  '(kein|uberhaupt kein) problem|warum nicht',
  '(nessun|senza) problem[ai]|perche no',
  'sem problemas?|nao ha problema|porque nao',
  'jokiu problemu|kodel ne|intet problem|hvorfor ikke|لا مشكلة|لم لا',
);

/** Negative words that refuse nothing: "I won't be late". */
const NO_REFUSAL = phrases(
  "(won't|will not) (be late|forget|miss|cancel)|(can't|cannot) wait|(don't|do not) mind",
  'nu (voi )?(intarzi\\p{L}*|uit|mai rabd)',
  "ne (serai pas en retard|manquerai pas|l'oublierai pas)",
  '(komme|werde) nicht (zu spat|vergessen)|nicht vergessen',
  'no (llegare tarde|lo olvidare|faltare)',
);

/** "Yes, I am still here" answers no question about a decision. */
const PRESENT = phrases(
  "(i am|i'm|we're|we are) (still )?(here|listening)|still here",
  '(mai )?(sunt|suntem) (inca )?aici',
  'je suis (toujours |encore )?la(?=$)',
  '(sigo|estoy|todavia estoy) aqui',
  '(ich bin|wir sind) noch (da|hier|dran)',
  'sono (ancora )?qui',
  '(ainda )?estou aqui',
  '(vis dar |dar )?esu cia',
  'jeg er (her|der) (stadig|endnu)|stadig her|jeg er her(?=$)',
  '(ما زلت|مازلت|انا) هنا',
);

/** Wishes to cancel or to come at another time. */
const OTHER_TIME = phrases(
  "cancel|(re-?schedule|postpone)d?|rescheduling|(another|a different|some other) (day|time|date|appointment|slot)|(move|change) (it|that|the|my)( appointment)?|come instead|earlier|later (date|time|day)|(cannot|can't|can not) make it",
  'anul\\p{L}*|reprogram\\p{L}*|aman|(o )?alta (zi|data|ora)|alt (moment|termen)|mut(a|am|ati) programarea',
  '(annul|decommand)\\p{L}*|report(er|ons)|(un |une )?autre (jour|moment|date|heure|creneau|rendez-vous)|deplacer',
  'cancel(ar|o)|reprogram\\p{L}*|aplazar|otr[oa] (dia|momento|hora|fecha|cita)|cambiar (la|mi) cita',
  '(ab|um)sagen|sage( \\p{L}+){0,3} ab|(ver|um)(schieb|leg)\\p{L}*|ander(e|en|er|es|em) (tag|termin|zeit|uhrzeit|mal)',
  "annull\\p{L}+|disdi\\p{L}+|spostar\\p{L}+|altro (giorno|momento|orario)|un'altra (data|volta|ora)",
  '(des|re)marcar|cancelar|adiar|outr[oa] (dia|hora|data|altura)',
  'atsauk\\p{L}*|perkel\\p{L}*|kit(a|u|ai) (diena|laika|laiku|karta)',
  'aflys\\p{L}*|afbud|flytte|(en )?anden (dag|tid)|et andet tidspunkt',
  'الغاء|تاجيل|(موعد|يوم|وقت) اخر',
);

const REFUSES = phrases(
  "can't|cannot|can not|won't|will not|(am|'m|are|'re) not (able|going|coming|free|available)|i'm not (able|going|coming|free|available)|not able to|unable to|(don't|do not) (think so|want( to)?|have time)|(would|'d) rather not|i'd rather not|afraid not|unfortunately not|not possible|impossible|(doesn't|does not) (work|suit)( me)?|not this time",
  'nu (mai )?(pot|putem|voi|vom|vin|venim|ajung|ajungem|cred|vreau|vrem|o sa|se poate|am cum|(imi|ne) convine|sunt de acord)',
  "(peux|pourrai|pourrons|pouvons|viendrai|viendrons|viens|serai|vais|veux|crois|suis) pas|n'irai pas|malheureusement (pas|non)|(ca|cela) ne me (va|convient) pas|impossible",
  'no (puedo|podre|podemos|podremos|voy|vamos|ire|iremos|vendre|estare|asistire|creo|quiero|sera posible|es posible|me (va|viene) bien)|imposible',
  '(kann|konnen|konnte|werde|werden|komme|kommen|schaffe|will|mochte|passt|geht|klappt)( \\p{L}+){0,5} nicht|leider nicht|nicht (kommen|moglich|schaffen|da sein)|unmoglich|keine zeit',
  'non (posso|potro|possiamo|vengo|verro|verremo|saro|ci saro|riesco|credo|voglio|mi va bene)|impossibile',
  'nao (posso|poderei|podemos|vou|vamos|irei|estarei|consigo|quero|da|e possivel)|impossivel',
  'ne(galiu|galesiu|ateisiu|atvyksiu|busiu|noriu|tinka|pavyks|imanoma)',
  '(kan|vil|kommer|skal|passer)( \\p{L}+){0,4} ikke|desværre ikke|umuligt',
  'لا (استطيع|اقدر|يمكنني|يمكن|اريد|يناسبني)|لن (اتي|احضر|استطيع|اتمكن|اكون)',
);

const ADVERB = '( (definitely|certainly|gladly|surely|still|of course|be|all|both))*';
const ACCEPTS = phrases(
  `(i|we)('ll| will|'m going to| am going to|'m| am|'re| are| can| plan to)${ADVERB} (come|coming|there|attend|attending|make it|keep it|do (that|it|so)|happy to|see you)`,
  "see you (then|there|on|at|tomorrow)|count (me in|on me)|i (agree|confirm|accept)|i (will|do)(?=$)|i'd (love|like|be happy|be glad) to(?=$)|looking forward( to it)?|(that|it|this)( time| day)? ?(still )?(works|suits|would work)( for)?( me| us)?|works for (me|us)|sounds (good|great|fine|perfect)",
  '(voi|vom) (veni|fi|ajunge|participa)|o sa (vin|venim|fiu|fim|ajung)|vin|venim|ajung|pot (veni|ajunge|sa vin)|sunt de acord|confirm|ne vedem|(imi|ne) convine|suna bine',
  "je (viendrai|viens|vais venir|serai (la|present\\p{L}*)|peux venir|confirme|accepte|suis d'accord)|nous (viendrons|serons la)|j'y serai|j'accepte|(ca|cela) me (va|convient)",
  '(voy|vamos) a (ir|venir|estar|asistir)|ire|iremos|vendre|vendremos|estare|estaremos|asistire|acudire|puedo (ir|venir|asistir)|confirmo|acepto|estoy de acuerdo|me (va|viene|parece) (muy )?bien|suena bien|nos vemos',
  '(ich|wir) (komme|kommen)|(komme|kommen) (ich|wir)|(ich|wir) (werde|werden)( \\p{L}+){0,5} (kommen|da sein|dabei sein|erscheinen)|(ich|wir) (bin|sind)(?! noch)( \\p{L}+){0,4} (da|dabei)|(ich|wir) (kann|konnen)( \\p{L}+){0,5} kommen|ich bestatige|einverstanden|(das|der termin) passt|passt (mir|uns|gut)|klingt gut',
  "vengo|veniamo|verro|verremo|ci (saro|saremo)|saro presente|posso venire|confermo|accetto|sono d'accordo|mi va bene|ci vediamo",
  'vou (ir|vir|estar|comparecer)|vou(?=$)|irei|iremos|estarei|estaremos|compareco|comparecerei|posso (ir|vir)|confirmo|aceito|estou de acordo|parece-me bem|soa bem',
  'ateisiu|ateisime|atvyksiu|atvyksime|busiu|busime|dalyvausiu|galiu ateiti|galesiu|patvirtinu|sutinku|tinka',
  '(jeg|vi) (kommer|(vil|skal nok) (komme|være der))|(jeg|vi) kan( godt)? komme|jeg bekræfter|det passer|lyder godt|vi ses',
  'ساتي|ساحضر|ساكون (هناك|موجودا)|سوف (اتي|احضر)|اوافق|اوكد|يناسبني',
);

const YES = new RegExp(
  `^(?:${YES_OR_NO.yes}|yup|absolutely|certainly|definitely|of course|with pleasure|gladly|correct|exactly|desigur|sigur|bineinteles|cu placere|bien sur|certainement|absolument|volontiers|tout a fait|avec plaisir|d'accord|claro|por supuesto|desde luego|con (mucho )?gusto|vale|de acuerdo|naturlich|selbstverstandlich|sicher|klar|gerne?|auf jeden fall|passt|genau|certo|certamente|volentieri|d'accordo|va bene|com certeza|com prazer|zinoma|gerai|tikrai|mielai|selvfølgelig|naturligvis|gerne|bestemt|بالتاكيد|طبعا|اكيد|حسنا|موافق)(?![\\p{L}'])`,
  'u',
);
const NO = new RegExp(
  `^(?:(?:${YES_OR_NO.no}|sorry|i'm sorry|unfortunately|din pacate|malheureusement|lamentablemente|leider) )*(?:${YES_OR_NO.no}|not|don't|unfortunately|din pacate|malheureusement|leider)(?![\\p{L}'])`,
  'u',
);

/** The message as an answer to a yes/no question; null if it is no answer. A refusal outweighs an agreement. */
export function yesOrNo(message: string): Answer | null {
  const answers = sentencesOf(message).flatMap((sentence) => answerIn(sentence) ?? []);
  return (
    answers.find(({ value, isExplicit }) => isExplicit && !value) ??
    answers.find(({ value }) => !value) ??
    answers.find(({ isExplicit }) => isExplicit) ??
    answers[0] ??
    null
  );
}

/** True if the customer wants to cancel or to come at another time. */
export function wantsOtherTime(message: string): boolean {
  return OTHER_TIME.test(plainWords(message).replace(NO_REFUSAL, ' '));
}

function answerIn(sentence: string): Answer | null {
  const plain = plainWords(sentence);
  const text = plain.replace(NO_REFUSAL, ' ').replace(NO_PROBLEM, 'ok').trim();
  const isQuestion = /[?؟]/.test(sentence);
  if (PRESENT.test(text)) return null;
  if (OTHER_TIME.test(text)) return { value: false, isExplicit: true };
  if (!isQuestion && REFUSES.test(text)) return { value: false, isExplicit: true };
  const kind = smallTalkOf(sentence);
  if (kind === 'goodbye' || kind === 'thanks' || kind === 'greeting') return null;
  if (NO.test(text)) return { value: false, isExplicit: false };
  if (!isQuestion && ACCEPTS.test(text)) return { value: true, isExplicit: kind !== 'approval' };
  return YES.test(text) || kind === 'approval' ? { value: true, isExplicit: false } : null;
}

const NOT_ABOUT_A_DECISION = phrases(
  'help|assist|anything else|(other|any|more) questions|hear me|(a|one) (moment|minute|second)|still there',
  'ajut\\p{L}*|(un )?(moment|minut)|o clipa|alte intrebari|ma auziti|mai sunteti',
  "aider|autre chose|d'autres questions|(un|une) (moment|minute|instant)|m'entendez|toujours la",
  'ayudar\\p{L}*|algo mas|otras preguntas|un (momento|minuto)|me (oye|escucha)|sigue ahi',
  'helfen|sonst noch|noch (etwas|fragen)|(einen|eine) (moment|minute|augenblick)|horen sie|noch da',
  'aiutar\\p{L}*|altro|altre domande|un (momento|minuto)|mi sente|ancora li',
  'ajudar|mais alguma|um (momento|minuto)|ouve|ainda (esta )?ai',
  'padeti|dar kuo|minut\\p{L}*|girdite|hjælpe|andet|et øjeblik|høre mig|مساعد\\p{L}*|شيء اخر|دقيقة|لحظة',
);

/** The question about the customer's decision that ends the reply; null if it has none, as in "How can I help you?". */
export function questionOf(reply: string): string | null {
  const last = sentencesOf(reply.trim()).at(-1) ?? '';
  return /[?؟]["'”»)]*$/.test(last) && !NOT_ABOUT_A_DECISION.test(plainWords(last)) ? last : null;
}
