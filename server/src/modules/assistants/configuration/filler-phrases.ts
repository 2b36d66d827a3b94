export interface FillerPhrases {
  positive: string[];
  negative: string[];
  question: string[];
  neutral: string[];
}

/** Phrases an assistant may say while it thinks, by the tone of the customer's words. */
const PHRASES: Record<string, FillerPhrases> = {
  en: {
    positive: ['Great.', 'Sounds good.', 'Perfect.'],
    negative: ['I see.', 'I understand.', 'Sorry to hear that.'],
    question: ['Let me check.', 'Good question.', 'One moment.'],
    neutral: ['Okay.', 'Alright.', 'Got it.'],
  },
  ro: {
    positive: ['Grozav.', 'Sună bine.', 'Perfect.'],
    negative: ['Înțeleg.', 'Îmi pare rău.', 'Am înțeles.'],
    question: ['Verific imediat.', 'Bună întrebare.', 'O clipă.'],
    neutral: ['Bine.', 'În regulă.', 'Am notat.'],
  },
  fr: {
    positive: ['Très bien.', 'Parfait.', 'Super.'],
    negative: ['Je vois.', 'Je comprends.', 'Je suis désolé.'],
    question: ['Je vérifie.', 'Bonne question.', 'Un instant.'],
    neutral: ["D'accord.", 'Entendu.', "C'est noté."],
  },
  es: {
    positive: ['Genial.', 'Perfecto.', 'Muy bien.'],
    negative: ['Ya veo.', 'Entiendo.', 'Lo siento.'],
    question: ['Déjeme ver.', 'Buena pregunta.', 'Un momento.'],
    neutral: ['De acuerdo.', 'Vale.', 'Entendido.'],
  },
  de: {
    positive: ['Sehr gut.', 'Prima.', 'Perfekt.'],
    negative: ['Ich verstehe.', 'Das tut mir leid.', 'Verstehe.'],
    question: ['Ich sehe nach.', 'Gute Frage.', 'Einen Moment.'],
    neutral: ['In Ordnung.', 'Alles klar.', 'Gut.'],
  },
  lt: {
    positive: ['Puiku.', 'Labai gerai.', 'Tobula.'],
    negative: ['Suprantu.', 'Apgailestauju.', 'Aišku.'],
    question: ['Tuoj patikrinsiu.', 'Geras klausimas.', 'Minutėlę.'],
    neutral: ['Gerai.', 'Supratau.', 'Tinka.'],
  },
  it: {
    positive: ['Ottimo.', 'Perfetto.', 'Benissimo.'],
    negative: ['Capisco.', 'Mi dispiace.', 'Ho capito.'],
    question: ['Controllo subito.', 'Bella domanda.', 'Un momento.'],
    neutral: ['Va bene.', "D'accordo.", 'Certo.'],
  },
  ar: {
    positive: ['رائع.', 'ممتاز.', 'جيد جدا.'],
    negative: ['أفهم ذلك.', 'يؤسفني ذلك.', 'مفهوم.'],
    question: ['دعني أتحقق.', 'سؤال جيد.', 'لحظة من فضلك.'],
    neutral: ['حسنا.', 'تمام.', 'فهمت.'],
  },
  pt: {
    positive: ['Ótimo.', 'Perfeito.', 'Muito bem.'],
    negative: ['Entendo.', 'Lamento.', 'Compreendo.'],
    question: ['Deixe-me ver.', 'Boa pergunta.', 'Um momento.'],
    neutral: ['Certo.', 'Está bem.', 'Entendido.'],
  },
  da: {
    positive: ['Fint.', 'Perfekt.', 'Det lyder godt.'],
    negative: ['Jeg forstår.', 'Det er jeg ked af.', 'Det kan jeg godt se.'],
    question: ['Lad mig se.', 'Godt spørgsmål.', 'Et øjeblik.'],
    neutral: ['Okay.', 'I orden.', 'Javel.'],
  },
};

/** For other languages: no phrase is better than one in the wrong language. */
const NONE: FillerPhrases = { positive: [], negative: [], question: [], neutral: [] };

/** @param iso2 ISO 639-1 code of the assistant's language */
export function fillerPhrases(iso2: string): FillerPhrases {
  return PHRASES[iso2] ?? NONE;
}
