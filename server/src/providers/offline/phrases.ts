import type { LanguageCode } from './languages.ts';

interface Phrases {
  greeting: string;
  howCanIHelp: string;
  thanks: string;
  /** After an agreement that asks for nothing. */
  understood: string;
  /** After an answer to the assistant's question. */
  noted: string;
  /** After "I have no time" or "Do not call me again". */
  declined: string;
  goodbye: string;
  /** Answer to "How are you?". */
  wellbeing: string;
  /** An honest answer about being a machine. */
  identity: string;
  /** Used in turn, so that the assistant does not repeat itself. */
  unknown: readonly string[];
  /** The search failed, so it is unknown whether there is an answer. */
  lookUpFailed: string;
  /** `{topics}`: what the assistant can help with. */
  topics: string;
  /** `{parameter}`: the missing value. */
  askFor: string;
  toolFailed: string;
  toolDone: string;
  /** Said before a handoff; the target may use its own words. */
  oneMoment: string;
  /** `{key}`: the key that ends an entry. */
  pressKeys: string;
  /** `{keys}`: the keys that the customer pressed, one by one. */
  keysUnderstood: string;
  /** After the customer has been silent for a while. */
  stillThere: string;
  /** `{words}`: the customer's words in the conversation. */
  customerSaid: string;
}

export const PHRASES: Record<LanguageCode, Phrases> = {
  en: {
    greeting: 'Hello!',
    howCanIHelp: 'How can I help you?',
    thanks: "You're welcome! Is there anything else I can help with?",
    understood: 'All right, thank you. Is there anything else I can help with?',
    noted: 'Thank you, I have noted that.',
    declined: "I'm sorry to have disturbed you. Goodbye!",
    goodbye: 'Goodbye, and have a nice day!',
    wellbeing: 'All is well, thank you.',
    identity:
      'I am an offline stand-in, not an AI model: I answer by plain rules, with sentences from the documents I was given.',
    unknown: [
      "I'm sorry, I don't know that. I found nothing about it in my information.",
      "I have no answer to that either, I'm sorry.",
      'Unfortunately, my information says nothing about that.',
    ],
    lookUpFailed: "I'm sorry, I could not look that up right now. Please try again in a moment.",
    topics: 'I can help with: {topics}.',
    askFor: 'To do that I need one more thing: {parameter}?',
    toolFailed: "I'm sorry, that did not work:",
    toolDone: 'Done.',
    oneMoment: 'One moment, please.',
    pressKeys: 'Please press the keys on your phone, and then {key}.',
    keysUnderstood: 'I have understood {keys}.',
    stillThere: 'Are you still there?',
    customerSaid: 'The customer said: {words}',
  },
  ro: {
    greeting: 'Bună ziua!',
    howCanIHelp: 'Cu ce vă pot ajuta?',
    thanks: 'Cu plăcere! Vă mai pot ajuta cu ceva?',
    understood: 'În regulă, mulțumesc. Vă mai pot ajuta cu ceva?',
    noted: 'Mulțumesc, am notat.',
    declined: 'Îmi cer scuze pentru deranj. La revedere!',
    goodbye: 'La revedere și o zi frumoasă!',
    wellbeing: 'Toate bune, mulțumesc.',
    identity:
      'Sunt un înlocuitor care funcționează fără rețea, nu un model AI: răspund după reguli simple, cu propoziții din documentele primite.',
    unknown: [
      'Îmi pare rău, nu știu: nu am găsit nimic despre asta în informațiile mele.',
      'Nici la asta nu am un răspuns, îmi pare rău.',
      'Din păcate, în informațiile mele nu scrie nimic despre asta.',
    ],
    lookUpFailed: 'Îmi pare rău, nu am putut căuta asta acum. Vă rog să încercați din nou peste puțin timp.',
    topics: 'Vă pot ajuta cu: {topics}.',
    askFor: 'Pentru asta mai am nevoie de ceva: {parameter}?',
    toolFailed: 'Îmi pare rău, nu a funcționat:',
    toolDone: 'Gata.',
    oneMoment: 'Un moment, vă rog.',
    pressKeys: 'Vă rog să apăsați tastele pe telefon, apoi {key}.',
    keysUnderstood: 'Am înțeles {keys}.',
    stillThere: 'Mai sunteți acolo?',
    customerSaid: 'Clientul a spus: {words}',
  },
  fr: {
    greeting: 'Bonjour !',
    howCanIHelp: 'Comment puis-je vous aider ?',
    thanks: 'Avec plaisir ! Puis-je vous aider pour autre chose ?',
    understood: 'Très bien, merci. Puis-je vous aider pour autre chose ?',
    noted: "Merci, c'est noté.",
    declined: 'Désolé de vous avoir dérangé. Au revoir !',
    goodbye: 'Au revoir et bonne journée !',
    wellbeing: 'Tout va bien, merci.',
    identity:
      "Je suis un remplaçant hors ligne, pas un modèle d'IA : je réponds selon des règles simples, avec des phrases des documents reçus.",
    unknown: [
      "Je suis désolé, je ne sais pas : je n'ai rien trouvé à ce sujet dans mes informations.",
      "Là non plus, je n'ai pas de réponse, désolé.",
      "Malheureusement, mes informations n'en disent rien.",
    ],
    lookUpFailed:
      "Je suis désolé, je n'ai pas pu vérifier cela pour le moment. Veuillez réessayer dans un instant.",
    topics: 'Je peux vous aider sur : {topics}.',
    askFor: 'Pour cela, il me manque une information : {parameter} ?',
    toolFailed: "Je suis désolé, cela n'a pas fonctionné :",
    toolDone: "C'est fait.",
    oneMoment: "Un instant, s'il vous plaît.",
    pressKeys: 'Veuillez appuyer sur les touches de votre téléphone, puis sur {key}.',
    keysUnderstood: "J'ai bien compris {keys}.",
    stillThere: 'Êtes-vous toujours là ?',
    customerSaid: 'Le client a dit : {words}',
  },
  es: {
    greeting: '¡Hola!',
    howCanIHelp: '¿En qué puedo ayudarle?',
    thanks: '¡De nada! ¿Puedo ayudarle en algo más?',
    understood: 'De acuerdo, gracias. ¿Puedo ayudarle en algo más?',
    noted: 'Gracias, lo he anotado.',
    declined: 'Disculpe la molestia. ¡Adiós!',
    goodbye: '¡Adiós, que tenga un buen día!',
    wellbeing: 'Todo bien, gracias.',
    identity:
      'Soy un sustituto sin conexión, no un modelo de IA: respondo con reglas simples y frases de los documentos que tengo.',
    unknown: [
      'Lo siento, no lo sé: no encontré nada sobre eso en mi información.',
      'Tampoco tengo respuesta para eso, lo siento.',
      'Por desgracia, mi información no dice nada al respecto.',
    ],
    lookUpFailed:
      'Lo siento, no he podido consultarlo en este momento. Inténtelo de nuevo en unos instantes.',
    topics: 'Puedo ayudarle con: {topics}.',
    askFor: 'Para eso me falta un dato: ¿{parameter}?',
    toolFailed: 'Lo siento, no funcionó:',
    toolDone: 'Hecho.',
    oneMoment: 'Un momento, por favor.',
    pressKeys: 'Por favor, pulse las teclas en su teléfono y después {key}.',
    keysUnderstood: 'He entendido {keys}.',
    stillThere: '¿Sigue ahí?',
    customerSaid: 'El cliente dijo: {words}',
  },
  de: {
    greeting: 'Guten Tag!',
    howCanIHelp: 'Wie kann ich Ihnen helfen?',
    thanks: 'Gern geschehen! Kann ich sonst noch etwas für Sie tun?',
    understood: 'In Ordnung, danke. Kann ich sonst noch etwas für Sie tun?',
    noted: 'Danke, das habe ich notiert.',
    declined: 'Entschuldigen Sie die Störung. Auf Wiedersehen!',
    goodbye: 'Auf Wiedersehen und einen schönen Tag!',
    wellbeing: 'Alles gut, danke.',
    identity:
      'Ich bin ein Ersatz ohne Netz, kein KI-Modell: Ich antworte nach einfachen Regeln mit Sätzen aus den vorhandenen Dokumenten.',
    unknown: [
      'Das weiß ich leider nicht: Dazu habe ich in meinen Unterlagen nichts gefunden.',
      'Auch darauf habe ich leider keine Antwort.',
      'Davon steht in meinen Unterlagen leider nichts.',
    ],
    lookUpFailed:
      'Das konnte ich gerade leider nicht nachschlagen. Bitte versuchen Sie es gleich noch einmal.',
    topics: 'Ich kann helfen bei: {topics}.',
    askFor: 'Dafür fehlt mir noch eine Angabe: {parameter}?',
    toolFailed: 'Das hat leider nicht geklappt:',
    toolDone: 'Erledigt.',
    oneMoment: 'Einen Moment, bitte.',
    pressKeys: 'Bitte drücken Sie die Tasten an Ihrem Telefon und danach {key}.',
    keysUnderstood: 'Ich habe {keys} verstanden.',
    stillThere: 'Sind Sie noch da?',
    customerSaid: 'Der Kunde sagte: {words}',
  },
  it: {
    greeting: 'Buongiorno!',
    howCanIHelp: 'Come posso aiutarla?',
    thanks: 'Prego! Posso aiutarla con altro?',
    understood: 'Va bene, grazie. Posso aiutarla con altro?',
    noted: 'Grazie, ne ho preso nota.',
    declined: 'Mi scusi per il disturbo. Arrivederci!',
    goodbye: 'Arrivederci e buona giornata!',
    wellbeing: 'Tutto bene, grazie.',
    identity:
      'Sono un sostituto offline, non un modello di IA: rispondo con regole semplici e frasi dei documenti che ho.',
    unknown: [
      'Mi dispiace, non lo so: non ho trovato nulla a riguardo nelle mie informazioni.',
      'Nemmeno a questo ho una risposta, mi dispiace.',
      'Purtroppo le mie informazioni non ne parlano.',
    ],
    lookUpFailed: 'Mi dispiace, in questo momento non ho potuto verificarlo. Riprovi tra un attimo.',
    topics: 'Posso aiutarla con: {topics}.',
    askFor: 'Per farlo mi manca un dato: {parameter}?',
    toolFailed: 'Mi dispiace, non ha funzionato:',
    toolDone: 'Fatto.',
    oneMoment: 'Un momento, per favore.',
    pressKeys: 'Prema i tasti sul telefono e poi {key}, per favore.',
    keysUnderstood: 'Ho capito {keys}.',
    stillThere: 'È ancora lì?',
    customerSaid: 'Il cliente ha detto: {words}',
  },
  pt: {
    greeting: 'Olá!',
    howCanIHelp: 'Como posso ajudar?',
    thanks: 'De nada! Posso ajudar em mais alguma coisa?',
    understood: 'Muito bem, obrigado. Posso ajudar em mais alguma coisa?',
    noted: 'Obrigado, tomei nota.',
    declined: 'Desculpe o incómodo. Adeus!',
    goodbye: 'Adeus e tenha um bom dia!',
    wellbeing: 'Tudo bem, obrigado.',
    identity:
      'Sou um substituto offline, não um modelo de IA: respondo por regras simples, com frases dos documentos que tenho.',
    unknown: [
      'Lamento, não sei: não encontrei nada sobre isso nas minhas informações.',
      'Também não tenho resposta para isso, lamento.',
      'Infelizmente, as minhas informações não dizem nada sobre isso.',
    ],
    lookUpFailed: 'Lamento, não consegui consultar isso neste momento. Tente novamente daqui a pouco.',
    topics: 'Posso ajudar com: {topics}.',
    askFor: 'Para isso falta-me um dado: {parameter}?',
    toolFailed: 'Lamento, não funcionou:',
    toolDone: 'Feito.',
    oneMoment: 'Um momento, por favor.',
    pressKeys: 'Por favor, prima as teclas no seu telefone e depois {key}.',
    keysUnderstood: 'Entendi {keys}.',
    stillThere: 'Ainda está aí?',
    customerSaid: 'O cliente disse: {words}',
  },
  lt: {
    greeting: 'Laba diena!',
    howCanIHelp: 'Kuo galiu padėti?',
    thanks: 'Prašom! Ar galiu dar kuo nors padėti?',
    understood: 'Gerai, ačiū. Ar galiu dar kuo nors padėti?',
    noted: 'Ačiū, užsirašiau.',
    declined: 'Atsiprašau, kad sutrukdžiau. Viso gero!',
    goodbye: 'Viso gero, gražios dienos!',
    wellbeing: 'Viskas gerai, ačiū.',
    identity:
      'Esu be tinklo veikiantis pakaitalas, ne DI modelis: atsakau pagal paprastas taisykles sakiniais iš turimų dokumentų.',
    unknown: [
      'Atsiprašau, nežinau: apie tai savo informacijoje nieko neradau.',
      'Ir į tai neturiu atsakymo, atsiprašau.',
      'Deja, mano informacijoje apie tai nieko nėra.',
    ],
    lookUpFailed: 'Atsiprašau, šiuo metu nepavyko to rasti. Pabandykite dar kartą po akimirkos.',
    topics: 'Galiu padėti dėl: {topics}.',
    askFor: 'Tam man dar reikia: {parameter}?',
    toolFailed: 'Atsiprašau, nepavyko:',
    toolDone: 'Atlikta.',
    oneMoment: 'Vieną akimirką, prašau.',
    pressKeys: 'Prašome paspausti klavišus telefone, o pabaigoje – {key}.',
    keysUnderstood: 'Supratau: {keys}.',
    stillThere: 'Ar jūs dar čia?',
    customerSaid: 'Klientas sakė: {words}',
  },
  ar: {
    greeting: 'مرحبًا!',
    howCanIHelp: 'كيف يمكنني مساعدتك؟',
    thanks: 'على الرحب والسعة! هل هناك شيء آخر؟',
    understood: 'حسنًا، شكرًا. هل هناك شيء آخر؟',
    noted: 'شكرًا، لقد سجلت ذلك.',
    declined: 'عذرًا على الإزعاج. مع السلامة!',
    goodbye: 'مع السلامة، أتمنى لك يومًا سعيدًا!',
    wellbeing: 'كل شيء بخير، شكرًا.',
    identity:
      'أنا بديل يعمل دون اتصال ولست نموذج ذكاء اصطناعي: أجيب بقواعد بسيطة وبجمل من المستندات المتاحة لي.',
    unknown: [
      'عذرًا، لا أعرف: لم أجد شيئًا عن ذلك في معلوماتي.',
      'ليس لدي جواب عن ذلك أيضًا، عذرًا.',
      'للأسف، لا تذكر معلوماتي شيئًا عن ذلك.',
    ],
    lookUpFailed: 'عذرًا، لم أتمكن من البحث عن ذلك الآن. يرجى المحاولة مرة أخرى بعد لحظات.',
    topics: 'يمكنني المساعدة في: {topics}.',
    askFor: 'لأفعل ذلك أحتاج إلى معلومة أخرى: {parameter}؟',
    toolFailed: 'عذرًا، لم ينجح ذلك:',
    toolDone: 'تم.',
    oneMoment: 'لحظة من فضلك.',
    pressKeys: 'يرجى الضغط على المفاتيح في هاتفك، ثم على {key}.',
    keysUnderstood: 'فهمت {keys}.',
    stillThere: 'هل ما زلت معي؟',
    customerSaid: 'قال العميل: {words}',
  },
  da: {
    greeting: 'Goddag!',
    howCanIHelp: 'Hvad kan jeg hjælpe med?',
    thanks: 'Selv tak! Kan jeg hjælpe med andet?',
    understood: 'I orden, tak. Kan jeg hjælpe med andet?',
    noted: 'Tak, det har jeg noteret.',
    declined: 'Undskyld forstyrrelsen. Farvel!',
    goodbye: 'Farvel og hav en god dag!',
    wellbeing: 'Alt vel, tak.',
    identity:
      'Jeg er en offline-erstatning, ikke en AI-model: Jeg svarer efter enkle regler med sætninger fra de dokumenter, jeg har.',
    unknown: [
      'Det ved jeg desværre ikke: Jeg fandt intet om det i mine oplysninger.',
      'Det har jeg desværre heller ikke noget svar på.',
      'Mine oplysninger siger desværre intet om det.',
    ],
    lookUpFailed: 'Det kunne jeg desværre ikke slå op lige nu. Prøv igen om et øjeblik.',
    topics: 'Jeg kan hjælpe med: {topics}.',
    askFor: 'Til det mangler jeg en oplysning: {parameter}?',
    toolFailed: 'Det lykkedes desværre ikke:',
    toolDone: 'Færdig.',
    oneMoment: 'Et øjeblik, tak.',
    pressKeys: 'Tryk venligst på tasterne på telefonen og til sidst på {key}.',
    keysUnderstood: 'Jeg har forstået {keys}.',
    stillThere: 'Er du der stadig?',
    customerSaid: 'Kunden sagde: {words}',
  },
};
