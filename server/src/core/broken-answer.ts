import { writtenLanguage } from './written-language.ts';

/** For an answer that a failure cut off or prevented; by ISO 639-1, in all catalog languages. */
const INTERRUPTED: Readonly<Record<string, string>> = {
  en: 'Sorry, a technical problem interrupted my answer. Please ask again.',
  ro: 'Îmi pare rău, o problemă tehnică mi-a întrerupt răspunsul. Vă rog să întrebați din nou.',
  fr: 'Désolé, un problème technique a interrompu ma réponse. Merci de reposer votre question.',
  es: 'Lo siento, un problema técnico ha interrumpido mi respuesta. Por favor, pregunte de nuevo.',
  de: 'Entschuldigung, ein technisches Problem hat meine Antwort unterbrochen. Bitte fragen Sie noch einmal.',
  lt: 'Atsiprašau, mano atsakymą nutraukė techninė problema. Prašau paklausti dar kartą.',
  it: 'Mi dispiace, un problema tecnico ha interrotto la mia risposta. La prego di ripetere la domanda.',
  ar: 'عذراً، انقطعت إجابتي بسبب مشكلة تقنية. يرجى إعادة السؤال.',
  pt: 'Desculpe, um problema técnico interrompeu a minha resposta. Por favor, pergunte novamente.',
  da: 'Beklager, et teknisk problem afbrød mit svar. Spørg venligst igen.',
  nl: 'Sorry, een technisch probleem heeft mijn antwoord onderbroken. Stel uw vraag alstublieft opnieuw.',
  pl: 'Przepraszam, problem techniczny przerwał moją odpowiedź. Proszę zapytać ponownie.',
  sv: 'Förlåt, ett tekniskt problem avbröt mitt svar. Ställ gärna frågan igen.',
  no: 'Beklager, et teknisk problem avbrøt svaret mitt. Vennligst spør igjen.',
  fi: 'Anteeksi, tekninen ongelma keskeytti vastaukseni. Kysyisittekö uudelleen?',
  cs: 'Omlouvám se, moji odpověď přerušil technický problém. Zeptejte se prosím znovu.',
  sk: 'Prepáčte, moju odpoveď prerušil technický problém. Opýtajte sa, prosím, znova.',
  hu: 'Elnézést, egy műszaki hiba megszakította a válaszomat. Kérem, tegye fel újra a kérdését.',
  bg: 'Съжалявам, технически проблем прекъсна отговора ми. Моля, попитайте отново.',
  el: 'Συγγνώμη, ένα τεχνικό πρόβλημα διέκοψε την απάντησή μου. Παρακαλώ ρωτήστε ξανά.',
  tr: 'Üzgünüm, teknik bir sorun yanıtımı yarıda kesti. Lütfen tekrar sorun.',
  ru: 'Извините, мой ответ прервала техническая неполадка. Пожалуйста, задайте вопрос ещё раз.',
  uk: 'Вибачте, мою відповідь перервала технічна несправність. Будь ласка, запитайте ще раз.',
  hi: 'क्षमा करें, तकनीकी समस्या के कारण मेरा उत्तर अधूरा रह गया। कृपया फिर से पूछें।',
  ja: '申し訳ありません、技術的な問題で回答が中断されました。もう一度お尋ねください。',
  zh: '抱歉，由于技术故障，我的回答中断了。请您再问一次。',
  ko: '죄송합니다. 기술적인 문제로 답변이 중단되었습니다. 다시 질문해 주세요.',
  vi: 'Xin lỗi, sự cố kỹ thuật đã làm gián đoạn câu trả lời của tôi. Vui lòng hỏi lại.',
  id: 'Maaf, gangguan teknis memotong jawaban saya. Silakan bertanya lagi.',
  he: 'מצטערים, תקלה טכנית קטעה את התשובה. נא לשאול שוב.',
};

/** Asks the customer to repeat a question whose answer failed. @param language ISO 639-1; falls back to English */
export function askAfterFailure(language: string): string {
  return INTERRUPTED[language] ?? INTERRUPTED['en'] ?? '';
}

/**
 * The rest of an answer that broke off: an ellipsis unless its last sentence is complete, and a sentence that asks the
 * customer to repeat the question.
 * @param languages of the assistant (ISO 639-1), the main one first; the sentence is in the one of the answer
 */
export function restOfBrokenAnswer(said: string, languages: readonly string[]): string {
  const language = writtenLanguage(said, languages) ?? languages[0] ?? 'en';
  const isWhole = /[.!?…。！？؟।:]["'”’»)\]]*\s*$/u.test(said);
  return `${isWhole ? '' : '…'}\n\n${askAfterFailure(language)}`;
}
