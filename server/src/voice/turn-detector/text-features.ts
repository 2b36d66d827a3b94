/** Features of a text that tell complete from incomplete turns; each 0 or 1. */
export interface TextFeatures {
  endsOpen: number;
  endsInFiller: number;
  endsWanting: number;
  endsInPause: number;
  endsInStop: number;
  endsInDigits: number;
  isReply: number;
  isHalfSentence: number;
  isQuestion: number;
  isFragment: number;
}

/** Minimum number of words after a comma that form a clause. */
const CLAUSE_WORDS = 3;
/** Phone numbers are spoken in groups; a complete one has about this many digits. */
const WHOLE_NUMBER = 9;
const DIGIT_WORDS = new Set('zero oh one two three four five six seven eight nine double'.split(' '));

/**
 * @param text transcript, with or without punctuation
 * @returns null for languages without word lists and for text without words
 */
export function textFeatures(text: string, language: string): TextFeatures | null {
  const lists = OPEN_WORDS.get(language);
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const last = words.at(-1);
  if (lists === undefined || last === undefined) return null;
  const mark = text.trim().at(-1) ?? '';
  const isReply = words.length <= 5 && words.every((word) => lists.replies.has(word));
  const digits = trailingDigits(words);
  const endsInDigits = digits > 0 && digits < WHOLE_NUMBER && words.length - digits < 6;
  const isQuestion = mark === '?';
  return {
    endsOpen: flag(lists.open.has(last) && !isReply && !isQuestion),
    endsInFiller: flag(lists.fillers.has(last) && !isReply),
    endsWanting: flag(lists.wanting.has(last) && !isReply && !isQuestion),
    endsInPause: flag(/[,;:…–—-]/u.test(mark)),
    endsInStop: flag(/[.!]/u.test(mark) && !text.trim().endsWith('..')),
    endsInDigits: flag(endsInDigits),
    isReply: flag(isReply),
    isHalfSentence: flag(lists.subordinating.has(words[0] ?? '') && !hasMainClause(text)),
    isQuestion: flag(isQuestion),
    isFragment: flag(words.length <= 2 && !isReply && !isQuestion),
  };
}

/** True if there is a clause after punctuation, or the text is long enough to contain the main clause. */
function hasMainClause(text: string): boolean {
  const [, ...clauses] = text.split(/[,;.!?]\s/u);
  return (
    clauses.some((clause) => clause.split(/\s+/u).filter(Boolean).length >= CLAUSE_WORDS) ||
    text.split(/\s+/u).length > 14
  );
}

function trailingDigits(words: readonly string[]): number {
  let count = 0;
  for (const word of words.toReversed()) {
    const digits = /^\d+$/.test(word) ? word.length : Number(DIGIT_WORDS.has(word));
    if (digits === 0) break;
    count += digits;
  }
  return count;
}

function flag(isTrue: boolean): number {
  return Number(isTrue);
}

/** Word lists that indicate whether a sentence can be complete. */
interface OpenWords {
  /** Articles, prepositions, conjunctions, auxiliaries and the like: something must follow. */
  open: ReadonlySet<string>;
  fillers: ReadonlySet<string>;
  /** Verbs and phrases that require an object. */
  wanting: ReadonlySet<string>;
  subordinating: ReadonlySet<string>;
  /** Words that form a complete answer, alone or together. */
  replies: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Word lists by ISO 639-1, compiled for this detector. Other languages have no text features. */
const OPEN_WORDS: ReadonlyMap<string, OpenWords> = new Map([
  [
    'en',
    {
      open: set(
        "a an the this that these those my your his her its our their some any each every no of in on at to for from with without by about into onto over under between after before during until since than as like near and or but so because if when while although though unless whether which who whose where is are was were am be been being has have had do does did will would can could shall should may might must not very really too quite just also i we they he she i’m i'm we're you're they're it's that's there's i'll i'd i've what how why more most another other such",
      ),
      fillers: set('um uh er erm hmm mm uhm eh like well'),
      wanting: set(
        'want need have get make take send give book order buy find see tell ask call change cancel add use bring put let prefer said says wondering looking trying going hoping calling wanted needed would name number address email',
      ),
      subordinating: set(
        'if when while although because since unless until after before once whenever as whether',
      ),
      replies: set(
        'yes yeah yep no nope okay ok sure thanks thank you please right correct exactly great good fine perfect hello hi hey bye goodbye sorry pardon maybe never absolutely certainly of course not at all that is all it',
      ),
    },
  ],
  [
    'de',
    {
      open: set(
        'der die das den dem des ein eine einen einem einer eines mein meine meinen meinem dein deine sein seine ihr ihre unser unsere kein keine keinen von zu zum zur in im ins an am auf aus bei beim mit ohne für gegen um über unter nach vor zwischen durch seit bis wegen und oder aber denn sondern sowie dass weil wenn als ob obwohl damit nachdem bevor während wie was wo wer wen wem welche welcher welches ist sind war waren bin bist habe hat haben hatte wird werden würde würden kann können könnte muss müssen soll sollte will möchte darf nicht sehr noch auch nur so ich wir sie er es man',
      ),
      fillers: set('äh ähm hm hmm öh also tja naja'),
      wanting: set(
        'brauche hätte suche nehme heiße heißt rufe wollte bräuchte wünsche nämlich nummer adresse',
      ),
      subordinating: set('wenn weil obwohl dass ob nachdem bevor während falls sobald damit als'),
      replies: set(
        'ja nein doch okay ok gut danke bitte genau richtig klar gerne super prima hallo tschüss wiedersehen auf vielleicht nie das wäre alles schön vielen dank',
      ),
    },
  ],
  [
    'fr',
    {
      open: set(
        'le la les l un une des du de d au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces à en dans sur sous avec sans pour par chez vers entre depuis pendant avant après et ou mais donc car ni que qu qui dont où quand si comme parce lorsque puisque est sont était étaient suis es a ai as ont avait avais sera serait peut peux pouvez pourrait veux veut voudrais dois doit très plus moins aussi ne pas je tu il elle on nous vous ils elles c j n',
      ),
      fillers: set('euh heu hum ben bah hein enfin'),
      wanting: set('aimerais voudrais besoin cherche prends appelle souhaite faudrait numéro adresse'),
      subordinating: set('si quand parce lorsque puisque comme bien pendant avant après dès'),
      replies: set(
        "oui non si ouais ok okay d'accord merci bien parfait exactement voilà bonjour salut revoir au bonsoir peut-être jamais s'il vous plaît sûr tout c'est beaucoup",
      ),
    },
  ],
  [
    'es',
    {
      open: set(
        'el la los las un una unos unas mi mis tu tus su sus nuestro nuestra este esta estos estas ese esa de del a al en con sin por para sobre entre hasta desde hacia durante según y e o u pero sino porque que si cuando como aunque mientras donde quien cual cuyo es son era eran soy está están estoy ha han he había será sería puede puedo podría quiero quisiera debe debo tengo muy más menos también no yo nosotros ellos lo le se me',
      ),
      fillers: set('eh em este pues mmm esto bueno'),
      wanting: set('necesito busco quería gustaría llamo prefiero número dirección'),
      subordinating: set('si cuando porque aunque mientras como antes después hasta'),
      replies: set(
        'sí si no vale claro gracias bien perfecto exacto correcto hola adiós bueno quizás nunca por favor supuesto eso es todo muchas muy de acuerdo',
      ),
    },
  ],
  [
    'it',
    {
      open: set(
        'il lo la i gli le un uno una mio mia miei mie tuo tua suo sua nostro nostra questo questa questi di del della dei delle dello a al alla ai alle da dal dalla in nel nella con su sul sulla per tra fra senza verso durante e ed o ma però perché che se quando come mentre dove chi cui è sono era erano sto sta ho ha hanno avevo sarà sarebbe può posso potrei voglio vorrei devo deve molto più meno anche non io noi loro mi ti si ci vi',
      ),
      fillers: set('eh ehm uhm mah beh allora'),
      wanting: set('bisogno cerco prendo chiamo volevo preferisco numero indirizzo'),
      subordinating: set('se quando perché anche mentre siccome appena prima dopo'),
      replies: set(
        "sì si no okay ok va bene grazie certo esatto giusto perfetto ciao arrivederci salve forse mai per favore tutto è molte d'accordo",
      ),
    },
  ],
]);
