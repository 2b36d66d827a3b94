import type { ConsentChange } from '../../../providers/interfaces/messaging-carrier.ts';

/** Words of one language, in lower case without accents and punctuation. */
interface Words {
  stop: readonly string[];
  start: readonly string[];
}

/** Understood in every language, so they do not reveal one. */
const INTERNATIONAL: Words = {
  stop: ['stop', 'stopall', 'stop all', 'unsubscribe', 'optout', 'opt out', 'stop promo', 'stop promotions'],
  start: ['start', 'unstop', 'subscribe', 'optin', 'opt in', 'yes', 'resume'],
};

/** Opt-ins that may also answer a question ("Shall I book it?" – "Yes"), in the form that `plain` returns. */
const ANSWERS: ReadonlySet<string> = new Set([
  'yes',
  'resume',
  'reprendre',
  'reanudar',
  'retomar',
  'iniciar',
  'inizia',
  'anmelden',
  'aanmelden',
  'inschrijven',
  'registrera',
  'cadastrar',
  'atnaujinti',
  'wznow',
  'dang ky',
  '再開',
  '恢复',
  '恢復',
]);

/** SMS carriers honor these by law or custom. In a chat they may answer other questions: "Cancel" is a common button. */
const SMS_ONLY: Words = { stop: ['cancel', 'end', 'quit', 'revoke'], start: [] };

/** By ISO 639-1 code, as in the catalog. Contains only words that do not answer other questions. */
const BY_LANGUAGE: Readonly<Record<string, Words>> = {
  ro: {
    stop: ['dezabonare', 'dezaboneaza', 'dezaboneaza ma', 'dezabonati', 'dezabonati ma', 'opreste', 'opriti'],
    start: ['abonare', 'reabonare'],
  },
  fr: {
    stop: [
      'arret',
      'arreter',
      'arretez',
      'desabonner',
      'me desabonner',
      'desabonnez moi',
      'desabonnement',
      'desinscription',
    ],
    start: ['reprendre', 'reabonner'],
  },
  es: {
    stop: ['alto', 'detener', 'parar', 'baja', 'darme de baja', 'desuscribir', 'cancelar suscripcion'],
    start: ['iniciar', 'reanudar', 'suscribir'],
  },
  de: {
    stop: ['stopp', 'abmelden', 'abmeldung', 'abbestellen', 'austragen', 'keine nachrichten mehr'],
    start: ['anmelden', 'wieder anmelden'],
  },
  lt: {
    stop: ['stabdyti', 'sustabdyti', 'atsisakyti', 'atsisakau', 'nebesiuskite'],
    start: ['pradeti', 'atnaujinti'],
  },
  it: {
    stop: ['disiscriviti', 'disiscrivi', 'disiscrivimi', 'cancellami', 'basta messaggi', 'stop messaggi'],
    start: ['inizia', 'iscrivimi'],
  },
  ar: { stop: ['توقف', 'أوقف', 'أوقفوا', 'إيقاف', 'إلغاء الاشتراك'], start: ['ابدأ', 'اشتراك'] },
  pt: {
    stop: ['parar', 'pare', 'sair', 'descadastrar', 'cancelar inscricao', 'cancelar subscricao'],
    start: ['iniciar', 'retomar', 'cadastrar'],
  },
  da: { stop: ['stop beskeder', 'afmeld', 'afmeld mig', 'frameld'], start: ['tilmeld'] },
  nl: {
    stop: ['stoppen', 'afmelden', 'afmeld', 'meld me af', 'uitschrijven', 'stop berichten'],
    start: ['aanmelden', 'inschrijven'],
  },
  pl: {
    stop: ['wypisz', 'wypisz mnie', 'rezygnuje', 'rezygnacja', 'nie pisz', 'nie piszcie', 'zatrzymaj'],
    start: ['zapisz mnie', 'wznow'],
  },
  sv: { stop: ['stopp', 'stoppa', 'avregistrera'], start: ['starta', 'registrera'] },
  no: { stop: ['stopp', 'avmeld', 'meld meg av'], start: ['meld meg pa'] },
  fi: { stop: ['lopeta', 'peru tilaus'], start: ['aloita', 'tilaa'] },
  cs: { stop: ['zastavit', 'odhlasit'], start: ['prihlasit'] },
  sk: { stop: ['zastavit', 'odhlasit'], start: ['prihlasit'] },
  hu: { stop: ['leallitas', 'leiratkozas', 'leiratkozom'], start: ['feliratkozas', 'feliratkozom'] },
  bg: { stop: ['стоп', 'спри', 'отпиши', 'отписване'], start: ['старт', 'абонирай'] },
  el: { stop: ['στοπ', 'διακοπη', 'σταματηστε', 'απεγγραφη'], start: ['εναρξη', 'εγγραφη'] },
  tr: { stop: ['durdur', 'abonelikten cik'], start: ['baslat', 'abone ol'] },
  ru: {
    stop: ['стоп', 'отписаться', 'отписка', 'отпишись', 'отпишите', 'отпишите меня', 'не пишите'],
    start: ['старт', 'подписаться'],
  },
  uk: {
    stop: ['стоп', 'відписатися', 'відписатись', 'відпишіть мене', 'відписка', 'не пишіть'],
    start: ['старт', 'підписатися', 'підписатись'],
  },
  hi: { stop: ['रोकें', 'रोको', 'बंद करो', 'बंद करें'], start: ['शुरू करें', 'शुरू करो'] },
  ja: { stop: ['停止', '配信停止', 'ストップ'], start: ['再開', '配信再開'] },
  zh: { stop: ['停止', '退订', '退訂', '取消订阅', '取消訂閱'], start: ['订阅', '訂閱', '恢复', '恢復'] },
  ko: { stop: ['중지', '그만', '수신거부', '수신 거부', '구독취소'], start: ['시작', '수신동의', '구독'] },
  vi: { stop: ['dung lai', 'huy dang ky', 'ngung'], start: ['bat dau', 'dang ky'] },
  id: { stop: ['berhenti', 'berhenti berlangganan'], start: ['mulai', 'langganan'] },
  he: { stop: ['הפסק', 'עצור', 'הסר', 'הסירו אותי'], start: ['התחל', 'הצטרף'] },
};

export interface OptWord {
  wish: ConsentChange;
  /** ISO 639-1 codes of the languages with this word; empty for words that are used in all languages. */
  languages: readonly string[];
  /** An opt-in that may also be an answer to a question. */
  mayBeAnswer: boolean;
}

const CHAT = readWords([INTERNATIONAL]);
const SMS = readWords([INTERNATIONAL, SMS_ONLY]);

/** The opt-out or opt-in if a chat message consists of nothing else; null otherwise. */
export function optWord(text: string): OptWord | null {
  return CHAT.get(plain(text)) ?? null;
}

/** Like `optWord`, for SMS, where carriers honor more words. */
export function smsOptWord(text: string): OptWord | null {
  return SMS.get(plain(text)) ?? null;
}

function readWords(international: readonly Words[]): ReadonlyMap<string, OptWord> {
  const known = new Map<string, OptWord>();
  const add = (word: string, wish: ConsentChange, languages: readonly string[]): void => {
    const earlier = known.get(plain(word))?.languages ?? [];
    known.set(plain(word), {
      wish,
      languages: [...earlier, ...languages],
      mayBeAnswer: ANSWERS.has(plain(word)),
    });
  };
  for (const [language, { stop, start }] of Object.entries(BY_LANGUAGE)) {
    for (const word of stop) add(word, 'stop', [language]);
    for (const word of start) add(word, 'start', [language]);
  }
  for (const { stop, start } of international) {
    for (const word of stop) known.set(word, { wish: 'stop', languages: [], mayBeAnswer: false });
    for (const word of start) {
      known.set(word, { wish: 'start', languages: [], mayBeAnswer: ANSWERS.has(word) });
    }
  }
  return known;
}

/**
 * Lower case without accents, punctuation and emoji, single spaces, each word once: people write "Arrêt!", "ARRET",
 * "Stop ❗️", "ＳＴＯＰ" and "stop stop".
 */
function plain(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // Emoji bring invisible marks with them.
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Me}]/gu, '')
      .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/đ/g, 'd')
      .replace(/ı/g, 'i')
      .replace(/ς/g, 'σ')
      .replace(/\p{Pd}/gu, ' ')
      .replace(/[^\p{L}\p{M}\p{N}\s]/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^(.+?)(?: \1)+$/u, '$1')
  );
}
