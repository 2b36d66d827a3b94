/** What the loop itself says, where the assistant's model has no say. */
export interface StockPhrases {
  /** While a tool takes its time. */
  oneMoment: string;
  /** When something of ours failed and the call goes on. */
  apology: string;
  /** When it failed again. */
  failure: string;
  goodbye: string;
  /** When the call has reached its longest duration. */
  timeIsOver: string;
  /** When the person to be connected did not answer. */
  notReached: string;
  hold: string;
  connected: string;
}

const ENGLISH: StockPhrases = {
  oneMoment: 'One moment, please.',
  apology: 'Sorry, I did not get that. Could you say it again?',
  failure: 'I am sorry, something is wrong on our side. Please call again later. Goodbye.',
  goodbye: 'Goodbye!',
  timeIsOver: 'I am sorry, our time is up. Thank you for the call. Goodbye!',
  notReached: 'I am sorry, nobody can take the call right now. Can I help you in another way?',
  hold: 'Please hold while I connect you.',
  connected: 'You are now connected.',
};

/** By ISO 639-1. */
const PHRASES: ReadonlyMap<string, StockPhrases> = new Map([
  ['en', ENGLISH],
  [
    'ro',
    {
      oneMoment: 'Un moment, vă rog.',
      apology: 'Îmi pare rău, nu am înțeles. Puteți repeta, vă rog?',
      failure: 'Îmi pare rău, avem o problemă tehnică. Vă rugăm să reveniți mai târziu. La revedere.',
      goodbye: 'La revedere!',
      timeIsOver: 'Îmi pare rău, timpul nostru a expirat. Vă mulțumesc pentru apel. La revedere!',
      notReached: 'Îmi pare rău, nimeni nu poate prelua apelul acum. Vă pot ajuta altfel?',
      hold: 'Vă rog să așteptați, vă fac legătura.',
      connected: 'Sunteți în legătură.',
    },
  ],
  [
    'de',
    {
      oneMoment: 'Einen Moment, bitte.',
      apology: 'Entschuldigung, das habe ich nicht verstanden. Können Sie es bitte wiederholen?',
      failure:
        'Es tut mir leid, bei uns ist etwas ausgefallen. Bitte rufen Sie später noch einmal an. Auf Wiederhören.',
      goodbye: 'Auf Wiederhören!',
      timeIsOver: 'Es tut mir leid, unsere Zeit ist um. Danke für Ihren Anruf. Auf Wiederhören!',
      notReached: 'Es tut mir leid, gerade kann niemand den Anruf annehmen. Kann ich Ihnen anders helfen?',
      hold: 'Bitte bleiben Sie dran, ich verbinde Sie.',
      connected: 'Sie sind jetzt verbunden.',
    },
  ],
  [
    'fr',
    {
      oneMoment: "Un instant, s'il vous plaît.",
      apology: "Excusez-moi, je n'ai pas compris. Pouvez-vous répéter ?",
      failure: 'Je suis désolé, nous avons un problème technique. Veuillez rappeler plus tard. Au revoir.',
      goodbye: 'Au revoir !',
      timeIsOver: 'Je suis désolé, notre temps est écoulé. Merci de votre appel. Au revoir !',
      notReached: "Je suis désolé, personne ne peut prendre l'appel. Puis-je vous aider autrement ?",
      hold: 'Veuillez patienter, je vous mets en relation.',
      connected: 'Vous êtes en ligne.',
    },
  ],
  [
    'es',
    {
      oneMoment: 'Un momento, por favor.',
      apology: 'Perdone, no le he entendido. ¿Puede repetirlo?',
      failure: 'Lo siento, tenemos un problema técnico. Vuelva a llamar más tarde. Adiós.',
      goodbye: '¡Adiós!',
      timeIsOver: 'Lo siento, se nos ha acabado el tiempo. Gracias por su llamada. ¡Adiós!',
      notReached: 'Lo siento, nadie puede atender la llamada ahora. ¿Puedo ayudarle de otra forma?',
      hold: 'Espere un momento, le paso la llamada.',
      connected: 'Ya está en contacto.',
    },
  ],
  [
    'it',
    {
      oneMoment: 'Un momento, per favore.',
      apology: 'Mi scusi, non ho capito. Può ripetere?',
      failure: 'Mi dispiace, abbiamo un problema tecnico. La prego di richiamare più tardi. Arrivederci.',
      goodbye: 'Arrivederci!',
      timeIsOver: 'Mi dispiace, il nostro tempo è finito. Grazie della chiamata. Arrivederci!',
      notReached: 'Mi dispiace, ora nessuno può rispondere. Posso aiutarla in un altro modo?',
      hold: 'Resti in linea, la metto in contatto.',
      connected: 'Ora è in contatto.',
    },
  ],
  [
    'pt',
    {
      oneMoment: 'Um momento, por favor.',
      apology: 'Desculpe, não entendi. Pode repetir?',
      failure: 'Lamento, estamos com um problema técnico. Volte a ligar mais tarde. Adeus.',
      goodbye: 'Adeus!',
      timeIsOver: 'Lamento, o nosso tempo acabou. Obrigado pela chamada. Adeus!',
      notReached: 'Lamento, ninguém pode atender agora. Posso ajudar de outra forma?',
      hold: 'Aguarde, por favor, vou passar a chamada.',
      connected: 'Já está em linha.',
    },
  ],
  [
    'nl',
    {
      oneMoment: 'Een ogenblik alstublieft.',
      apology: 'Sorry, dat heb ik niet verstaan. Kunt u het herhalen?',
      failure: 'Het spijt me, er is bij ons een storing. Belt u later nog eens. Tot ziens.',
      goodbye: 'Tot ziens!',
      timeIsOver: 'Het spijt me, onze tijd is om. Dank u voor het bellen. Tot ziens!',
      notReached: 'Het spijt me, niemand kan nu opnemen. Kan ik u op een andere manier helpen?',
      hold: 'Blijft u aan de lijn, ik verbind u door.',
      connected: 'U bent nu verbonden.',
    },
  ],
]);

/** @param language ISO 639-1; English where there are no phrases in it */
export function stockPhrases(language: string): StockPhrases {
  return PHRASES.get(language) ?? ENGLISH;
}
