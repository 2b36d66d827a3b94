import { stripMarks } from './languages.ts';
import { sentencesOf } from './sentences.ts';
import { wordsOf } from './words.ts';

export type SmallTalk =
  | 'greeting'
  | 'thanks'
  | 'goodbye'
  | 'wellbeing'
  | 'identity'
  | 'abilities'
  /** "Yes", "I am still here", "I have a moment". */
  | 'agreement'
  /** "That sounds good". */
  | 'approval'
  /** Asks why the assistant calls. */
  | 'purpose'
  /** Asks for more about what the assistant said. */
  | 'more'
  /** Has no time or interest, or wants no more calls. */
  | 'declined'
  | 'refusal'
  /** Asks to repeat the last reply. */
  | 'repeat'
  /** Asks for the time or date. */
  | 'clock';

const GREETING =
  /^(hi|hello|hey|greetings|good (morning|afternoon|evening|day)|buna( ziua| seara| dimineata)?|salut|bonjour|bonsoir|hola|buen dia|buenos dias|buenas( tardes| noches)?|guten (tag|morgen|abend)|hallo|moin|ciao|buongiorno|buonasera|salve|ola|oi|bom dia|boa (tarde|noite)|labas( rytas| vakaras)?|laba diena|sveiki|hej|goddag|god (dag|morgen|aften)|مرحبا|السلام عليكم|اهلا|صباح الخير|مساء الخير)(?= |$)/u;
const THANKS =
  'thank you|thanks?|thx|cheers|multumesc|mersi|merci|gracias|danke|vielen dank|grazie|obrigad[oa]|aciu|dekoju|tak|شكرا';
const GOODBYE =
  "bye|goodbye|good bye|see you|that'?s all|that is all|la revedere|pa pa|au revoir|adios|hasta luego|auf wiedersehen|tschuss|arrivederci|adeus|tchau|viso gero|iki|farvel|مع السلامة";
const YES = 'yes|yeah|yep|sure|ok|okay|fine|great|perfect|alright|da|oui|si|ja|sim|taip|نعم';
/** "That is all for today", also at the end of a longer message. */
const CLOSING = new RegExp(
  `(^| )(that'?s|that is|that will be|asta e|acesta e|e|c'est|eso es|es|das ist|das war|questo e|isso e|tai|det er|det var|هذا) (all|it for|everything|tot|atat|tout|todo|alles|tutto|tudo|viskas|det hele|alt|كل شيء)( (for|pentru|pour|por|fur|per|for i) (today|now|azi|astazi|aujourd'hui|hoy|heute|oggi|hoje|dag))?( (${THANKS}))?( (${GOODBYE}))?$`,
  'u',
);
const NO = 'no|nope|nu|non|nein|nao|ne|nej|لا';

/** Alternatives of regular expressions for plain words. */
export const YES_OR_NO = { yes: YES, no: NO };

/** Whole messages without their greeting, in order. */
const KINDS: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'identity',
    /^(and |so |but )?(who|what) (are|r) (you|u)$|^what('?s| is) your name$|^(cine|ce) (esti|sunteti)$|^qui (es-tu|etes-vous)$|^quien (eres|es usted)$|^wer (bist du|sind sie)$|^chi (sei|e lei)$|^quem (e voce|es tu)$|^kas (tu|jus) (esi|esate)$|^hvem er du$|^من انت$/u,
  ],
  [
    'identity',
    /\b(are|r) (you|u) (an? |the )?(real|human|person|bot|robot|ai|machine|chatbot|computer|llm|chatgpt)\b|\b(what|which) (ai|llm|language) ?model|\bam i (talking|speaking|chatting) (to|with) (an? )?(human|person|real|bot|robot|ai|machine)|\b(esti|sunteti|etes-vous|es-tu|vous etes|tu es|eres|bist du|sind sie|sei|voce e|es|er du|ar (tu|jus)( esi| esate)?) (un |une |una |o |eine? |uma? |en |et )?(om|robot|robo|robotas|zmogus|ai|ia|ki|di|bot|persoana|humain|machine|personne|humano|persona|maquina|mensch|maschine|computer|umano|macchina|pessoa|menneske|maskine)\b/u,
  ],
  [
    'abilities',
    /\b(what|how) (can|could|do) you (do|help|offer|assist)|^(help|can you help( me)?|i need help|((sorry|please|wait|hold on|one moment) )*i have a question( first)?)$|\bcu ce (ma )?(poti|puteti) (sa )?ajuta|\bque (puedes|puede) hacer|\bwas (kannst du|konnen sie)( tun)?$|\bque pouvez-vous faire|\bcosa (puoi|puo) fare/u,
  ],
  // A message of signs ("???", "👍") is empty here.
  ['agreement', new RegExp(`^(${YES})?$`, 'u')],
  ['refusal', new RegExp(`^(${NO})$`, 'u')],
  ['goodbye', new RegExp(`^(${NO}) (${THANKS})$`, 'u')],
  [
    'agreement',
    new RegExp(
      `^((${YES}) )*(i have (a|one) (moment|minute|second)|i have (some )?time|(please )?(go ahead|go on|continue)|i'?m listening|(am|da am) (un minut|o clipa|timp)|va ascult|j'ai (un moment|une minute|le temps)|je vous ecoute|allez-y|tengo (un momento|un minuto|tiempo)|(le|te) escucho|digame|(ich habe|ich hab) (einen moment|eine minute|zeit)|ich hore( zu)?|ho (un momento|un minuto|tempo)|(l'?)?ascolto|mi dica|tenho (um momento|um minuto|tempo)|(estou a )?ouvir|turiu (minute|minutele|laiko)|klausau|jeg har (et øjeblik|tid)|jeg lytter|لدي (دقيقة|وقت)|تفضل)$`,
      'u',
    ),
  ],
  [
    'approval',
    new RegExp(
      `^((${YES}) )*((that|this|it)('?s| is| sounds| works)?|sounds|suna|e|este|c'est|ca me|suena|esta|das|das klingt|klingt|das ist|mi sembra|sembra|va|parece|soa|skamba|det lyder|lyder|det er) ?(very |really |foarte |tres |muy |sehr |molto |muito |labai |meget )?(good|great|fine|perfect|all right|okay|nice|lovely|bine|bien|bon|parfait|va|perfecto|gut|prima|bene|perfetto|bem|bom|perfeito|gerai|puiku|godt|fint)( to me)?$|^(that works|d'accord|de acuerdo|einverstanden|in ordnung|d'accordo|va bene|combinado|i orden|ممتاز|جيد|حسنا|تمام)$`,
      'u',
    ),
  ],
  [
    'purpose',
    /^(and |but |so |sorry )?(what('?s| is) (this|that|it|the call|your call) (all )?(about|regarding)|why (are you|do you|did you) (calling|call)( me)?|what do you want( from me)?|what (are you|is it you('re| are)) calling (me )?(about|for)|despre ce (este|e) vorba|de ce (ma )?sunati|c'est a quel sujet|de quoi s'agit-il|pourquoi (m'appelez-vous|appelez-vous|vous appelez)|de que se trata|por que (me )?llama|worum geht es|warum rufen sie( mich)? an|di cosa si tratta|perche (mi )?chiama|de que se trata|por que (me )?(liga|esta a ligar)|del ko skambinate|apie ka kalbama|hvad (drejer|handler) det( sig)? om|hvorfor ringer du|ما الموضوع|لماذا تتصل)$/u,
  ],
  [
    'more',
    /^(((can|could|would|will) you )?(please )?tell me( a (little|bit))?( more)( about (it|that|this))?( please)?|tell me more|(puteti|poti) (sa )?(imi )?spune(ti)? mai multe( despre asta)?|(pouvez-vous|peux-tu) m'en dire (un peu )?plus|(puede|puedes) (decirme|contarme) (algo )?mas|(konnen sie|kannst du) mir (etwas )?mehr (dazu |daruber )?(sagen|erzahlen)|(puo|puoi) dirmi (qualcosa )?di piu|(pode|podes) (dizer-me|contar-me) mais|(galite|gali) papasakoti (siek tiek )?daugiau|kan du fortælle (lidt )?mere|اخبرني المزيد)$/u,
  ],
  [
    'declined',
    new RegExp(
      `^((${NO}|sorry|thanks|thank you|please) )*((do not|don'?t|never|stop) (call|calling|phone|phoning|contact|contacting)( me)?( again| anymore| any more| ever again)?|i('?m| am) (not interested|busy)|not interested|i have no time|i don'?t have( the| any)? time|not now|this is (not a good|a bad) (time|moment)|nu (ma mai suna(ti)?|am timp|sunt interesat[ao]?|ma intereseaza)|(ne m'appelez plus|je n'ai pas le temps|ca ne m'interesse pas|je ne suis pas interesse)|no (me llamen? mas|tengo tiempo|me interesa)|(rufen sie( mich)? nicht (mehr|wieder) an|(ich habe )?keine zeit|(ich habe )?kein interesse)|non (mi (chiami|chiamate) piu|ho tempo|mi interessa)|nao (me ligue(m)? mais|tenho tempo|(me interessa|tenho interesse|estou interessado))|(daugiau )?(man )?neskambinkite( daugiau)?|neturiu laiko|manes nedomina|(ring|kontakt) (ikke|aldrig)( til)?( mig)?( igen| mere)?|jeg (har ikke tid|er ikke interesseret)|لا تتصل بي|ليس لدي وقت|لست مهتما)( again| please)?$`,
      'u',
    ),
  ],
  [
    'agreement',
    new RegExp(
      `^((${YES}) )*(((i'?m|i am|we'?re|we are) )?(still )?(here|listening|on the line)( still)?|still there|(are )?you (still )?(there|here|listening)|can you hear me|(mai sunt|sunt( inca| tot)?)( aici)?|je suis( toujours| encore)? (la|ici)|((aun|todavia) )?(sigo|estoy) (aqui|ahi)|(ich bin )?(noch )?(da|hier|dran)|(sono )?(ancora )?(qui|qua)|(ainda )?(estou|continuo) (aqui|ca)|(as )?(vis )?(dar )?(esu )?cia|jeg er( stadig| endnu)? her|(انا )?(ما زلت )?هنا)$`,
      'u',
    ),
  ],
  [
    'wellbeing',
    /^(and )?(how (are|r) (you|u|things)( doing| going)?( today)?|how'?s it going( today)?|how do you do|ce mai (faci|faceti)|(comment )?ca va|comment (vas-tu|allez-vous)|que tal|como (estas|esta|esta usted)|wie geht('?s| es)( ihnen| dir)?|come (stai|sta|va)|tudo bem|como (vai|esta voce)|kaip (sekasi|laikotes)|hvordan (gar det|har du det)|كيف حالك)$/u,
  ],
  [
    'repeat',
    /^(sorry|pardon( me)?|excuse me|what|huh|come again|((can|could|would) you )?(please )?(repeat|say) (that|it)( again)?( please)?|what did you say|(poti|puteti) repeta( va rog)?|(pouvez-vous|peux-tu) repeter|(puede|puedes) repetir( por favor)?|wie bitte|(konnen sie|kannst du) das (bitte )?wiederholen|(puo|puoi) ripetere|(pode|podes) repetir|kan du gentage det)$/u,
  ],
  // An introduction has no answer in a document.
  [
    'greeting',
    /^((nice|pleased|good|glad) to meet you( too)?|my name is( (?!and\b|but\b)\p{L}[\p{L}'-]*){1,3})$/u,
  ],
  [
    'clock',
    /^(what time is it|what'?s the time|what is the time|what day is (it|today)|what'?s (today'?s|the) date|what is (today'?s|the) date)( now| today| right now| please)?$/u,
  ],
];

/** Short messages without a question, in order. */
const SHORT_KINDS: readonly (readonly [SmallTalk, RegExp])[] = [
  ['goodbye', new RegExp(`^((${THANKS})( .*)? |(${YES}|${NO}) )?(${GOODBYE})( |$)`, 'u')],
  ['thanks', new RegExp(`^(${THANKS})( |$)`, 'u')],
];
const SHORT_WORDS = 8;
const GREETING_WORDS = 4;
/** A question without a question mark: "hej, hvad koster parkering". */
const ASKS =
  /^(are|is|can|este|sunt|pot|est|puis|puedo|sind|ist|kann|posso|ar|galiu|er|kan|ma) |(^| )(do|how|what|when|where|cat|cand|unde|ce|care|aveti|combien|quand|quel(le)?s?|avez|cuant[oa]s?|cuando|donde|que|tienen?|wann|was|wie|habt|haben|gibt|quant[oaie]|quando|dove|onde|avete|qual|tem|kiek|kada|kur|koki[ao]|koks|turite|hvad|hvornar|hvor|har|كم|متى|اين|هل|ما)( |$)/u;

/** Classifies messages that no document can answer; null for everything else. */
export function smallTalkOf(message: string): SmallTalk | null {
  const whole = kindOf(message);
  if (whole !== null) return whole;
  const kinds = sentencesOf(message).map(kindOf);
  const last = kinds.at(-1) ?? null;
  // "I'm in a meeting. What is this about?"
  if (last === 'purpose') return last;
  if (kinds.includes(null)) return null;
  return kinds.includes('goodbye') ? 'goodbye' : last;
}

function kindOf(message: string): SmallTalk | null {
  const text = plainWords(message);
  const rest = text.replace(GREETING, '').trim();
  const isGreeting = rest !== text;
  if (message.trim() === '') return null;
  if (isGreeting && rest === '') return 'greeting';
  const whole = KINDS.find(([, pattern]) => pattern.test(text) || pattern.test(rest));
  if (whole !== undefined) return whole[0];
  const length = wordsOf(message).length;
  const isQuestion = /[?؟]/.test(message);
  if (!isQuestion && CLOSING.test(text)) return 'goodbye';
  if (length > SHORT_WORDS || isQuestion) return null;
  const short = SHORT_KINDS.find(([, pattern]) => pattern.test(text));
  if (short !== undefined) return short[0];
  return isGreeting && length <= GREETING_WORDS && !ASKS.test(rest) ? 'greeting' : null;
}

/** True if the message has a question, also without a question mark. */
export function asksQuestion(message: string): boolean {
  return /[?؟]/.test(message) || sentencesOf(message).some((sentence) => ASKS.test(plainWords(sentence)));
}

/** The message without the greeting that it opens with; unchanged if it is only a greeting. */
export function withoutGreeting(message: string): string {
  const greeting = GREETING.exec(plainWords(message))?.[0];
  if (greeting === undefined) return message;
  const words = greeting.split(' ').length;
  const opening = new RegExp(`^(?:[^\\p{L}]*[\\p{L}\\p{M}]+){${words}}[^\\p{L}\\p{N}]*`, 'u');
  return message.replace(opening, '') || message;
}

/** Lower case, without diacritics and punctuation. */
export function plainWords(message: string): string {
  return stripMarks(message.toLowerCase().replaceAll('’', "'"))
    .replaceAll(/[^\p{L}\p{N}'\s-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
