import { sentencesOf } from './sentences.ts';
import { plainWords, smallTalkOf } from './small-talk.ts';
import { phrases, wantsOtherTime, yesOrNo } from './yes-or-no.ts';

const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|ianuarie|februarie|martie|aprilie|mai|iunie|iulie|septembrie|octombrie|noiembrie|decembrie|janvier|février|fevrier|mars|avril|juin|juillet|août|aout|septembre|octobre|novembre|décembre|decembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|januar|februar|märz|juni|juli|oktober|dezember|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|marts|maj|december)';
const WEEKDAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|luni|mar[țţt]i|miercuri|joi|vineri|s[âa]mb[ăa]t[ăa]|duminic[ăa]|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|luned[ìi]|marted[ìi]|mercoled[ìi]|gioved[ìi]|venerd[ìi]|sabato|domenica|(?:segunda|ter[çc]a|quarta|quinta|sexta)(?:-feira)|pirmadien[įi]|antradien[įi]|tre[čc]iadien[įi]|ketvirtadien[įi]|penktadien[įi]|[šs]e[šs]tadien[įi]|sekmadien[įi]|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag|(?:يوم )?(?:الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد)';
const RELATIVE =
  "day after tomorrow|today|tomorrow|tonight|poim[âa]ine|m[âa]ine|ast[ăa]zi|azi|apr[èe]s-demain|demain|aujourd['’]hui|pasado mañana|mañana|hoy|übermorgen|(?<!(?:am|guten) )morgen|heute|dopodomani|domani|oggi|depois de amanhã|amanhã|hoje|poryt|rytoj|[šs]iandien|i ?overmorgen|i morgen|i dag|غدا|اليوم";
const DAY = [
  '\\d{4}-\\d{2}-\\d{2}',
  `\\d{1,2}(?:st|nd|rd|th|\\.)?(?: (?:of|de|di))? ${MONTH}`,
  `${MONTH} \\d{1,2}`,
  '\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?',
  RELATIVE,
  `(?:(?:next|this|nächsten|kommenden|diesen) )?(?:${WEEKDAY})(?: (?:next week|viitoare|viitor|prochaine?|próximo|prossimo))?`,
].join('|');

const NUMBER =
  '(?:\\d{1,2}(?:[:.h]\\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|unu|una|dou[ăa]|trei|patru|cinci|șase|sase|șapte|sapte|opt|nou[ăa]|zece|unsprezece|doisprezece|douăsprezece|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|midi|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|due|tre|quattro|cinque|sei|sette|otto|dieci|undici|dodici|duas|três|quatro|sete|oito|nove|dez|doze|et|to|fire|fem|seks|syv|otte|ni|ti|elleve|tolv)';
const HALF = '(?:half past |quarter past |quarter to |halb |viertel (?:nach|vor) |halv )';
const SUFFIX =
  "(?: (?:o['’]clock|uhr(?: dreißig)?|heures?(?: (?:trente|et demie))?|h|thirty|fifteen|și jumătate|si jumatate|y media|e mezza|e meia))?(?: ?[ap]\\.?m\\b\\.?)?(?: (?:in the (?:morning|afternoon|evening)|de la (?:mañana|tarde)|du matin|de l['’]après-midi|dimineața|după-amiaza))?";
/** `at three`, `um halb drei`, `la ora 15:00`, `a las tres`, `à trois heures`, `14:30`, `3 pm`, `in the morning`. */
const TIME = [
  `(?:at|around|by|um|gegen|la(?: ora)?|pe la|[àa](?: las?)?|vers|sobre las|alle|all['’]|[àa]s|kl\\.?|klokken) ${HALF}?${NUMBER}${SUFFIX}`,
  `${HALF}${NUMBER}`,
  '\\d{1,2}(?::\\d{2})?\\s?[ap]\\.?m\\b',
  '\\d{1,2}:\\d{2}',
  `${NUMBER} (?:o['’]clock|uhr|heures?)`,
  '\\d{1,2} ?h(?:\\d{2})?',
  "(?:in the |am |le |por la |de |l['’])?(?:noon|midnight|morning|afternoon|evening|vormittag|nachmittag|abend|matin|après-midi|soir|tarde|dimineața|dimineata|după-amiază|dupa-amiaza)",
].join('|');

const whole = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu');
const JOINT = ',? (?:(?:the|on|am|pe|le|el|il|den) )?';
const DAY_PATTERN = whole(DAY);
const TIME_PATTERN = whole(TIME);
const DAY_THEN_TIME = whole(`(?:${DAY})${JOINT}(?:${TIME})`);
const TIME_THEN_DAY = whole(`(?:${TIME})${JOINT}(?:${DAY})`);

type Wanted = 'day' | 'time' | 'day and time';

/** Parts of the description of another time: "The new day and time, if the patient reschedules". */
const OTHER = /\b(?:new|resched\w*|another|different|alternative|instead|postpone\w*|move[sd]?)\b/i;

/** The kind of time that a parameter wants, by its name and description; null for other parameters. */
export function wantedTime(hint: string): Wanted | null {
  const wantsDay = /(?<!up)date|day(?:\b|_)/i.test(hint);
  const wantsTime = /time(?!zone| ?zone)|hour/i.test(hint);
  if (wantsDay && wantsTime) return 'day and time';
  if (wantsDay) return 'day';
  return wantsTime ? 'time' : null;
}

/** The day and time that the customer names, in their words; null without any. Leaves out days that do not suit. */
export function dayAndTimeIn(text: string, wanted: Wanted = 'day and time'): string | null {
  const named = sentencesOf(text).flatMap(clausesOf).filter(mayName).join(', ');
  const patterns = {
    day: [DAY_PATTERN],
    time: [TIME_PATTERN],
    'day and time': [DAY_THEN_TIME, TIME_THEN_DAY, DAY_PATTERN, TIME_PATTERN],
  }[wanted];
  for (const pattern of patterns) {
    const found = pattern.exec(named)?.[0];
    if (found !== undefined) return found.replace(/^(?:at|by|um|gegen|la ora|a las?|à|alle) /i, '');
  }
  return null;
}

/** The newest time that the customer wants, in their words. @param texts newest first */
export function timeWanted(hint: string, wanted: Wanted, texts: readonly string[]): string | null {
  const isOther = OTHER.test(hint);
  for (const [index, text] of texts.entries()) {
    // "I will come on Monday" names another time only after a refusal.
    if (isOther && yesOrNo(text)?.value === true && !texts.slice(index).some(refuses)) continue;
    const found = dayAndTimeIn(text, wanted);
    if (found !== null) return found;
  }
  return null;
}

function refuses(text: string): boolean {
  return wantsOtherTime(text) || yesOrNo(text)?.value === false || /[?؟]/.test(text);
}

function clausesOf(sentence: string): string[] {
  if (smallTalkOf(sentence) === 'goodbye') return [];
  return sentence.split(/[,;،]\s+|\s(?=(?:but|dar|mais|pero|aber|sondern|ma|mas|bet|men|لكن) )/iu);
}

/** "I cannot come on Monday" names no time for an appointment. */
function mayName(clause: string): boolean {
  const kind = smallTalkOf(clause);
  if (kind === 'goodbye' || kind === 'thanks' || kind === 'declined' || kind === 'greeting') return false;
  if (/^not\b|\bcancel/i.test(clause)) return false;
  return wantsOtherTime(clause) || yesOrNo(clause)?.value !== false;
}

const ASKS_TO_COME = phrases(
  '(can|could|may|might) (i|we) (come|have|get|do|make it)|is (there|it possible)|(would|do) you have',
  '(pot|putem|as putea|am putea) (sa )?(vin|venim|veni)|se poate',
  '(puis-je|pouvons-nous|pourrais-je|je peux|je pourrais) (venir|passer)|est-ce possible',
  '(puedo|podria|podemos) (ir|venir|pasar)|es posible',
  '(kann|konnte|konnen|konnten) (ich|wir)|ware es moglich|ist es moglich|(geht|ginge) (es|das)',
  '(posso|potrei|possiamo) (venire|passare)|e possibile|posso (ir|vir)|poderia (ir|vir)|e possivel',
  'ar galiu|(kan|ma|må) (jeg|vi)|هل يمكن\\p{L}*',
);

/** "What does it cost to cancel?" */
const FOR_INFORMATION =
  /^(how|what|when|where|why|who|cat|cum|cand|combien|comment|quand|cuanto|como|cuando|wie|was|wann|quanto|come|quando|kiek|kaip|hvad|hvordan|hvornar|كم|كيف|متى)(?= )/u;

/** True if the customer wants to come at another time, also in a question: "Can I come on Thursday?" */
export function asksForOtherTime(message: string): boolean {
  const text = plainWords(message);
  if (wantsOtherTime(message)) return !FOR_INFORMATION.test(text);
  return ASKS_TO_COME.test(text) && dayAndTimeIn(message) !== null;
}
