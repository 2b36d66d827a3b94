import { stripMarks } from './languages.ts';
import { wordsOf } from './words.ts';

export type SmallTalk =
  | 'greeting'
  | 'thanks'
  | 'goodbye'
  | 'wellbeing'
  | 'identity'
  | 'abilities'
  | 'agreement'
  | 'refusal'
  | 'presence'
  /** Asks to repeat the last reply. */
  | 'repeat'
  /** Asks for the time or date. */
  | 'clock';

const GREETING =
  /^(hi|hello|hey|howdy|greetings|good (morning|afternoon|evening|day)|buna( ziua| seara| dimineata)?|salut|bonjour|bonsoir|hola|buenos dias|buenas( tardes| noches)?|guten (tag|morgen|abend)|hallo|moin|ciao|buongiorno|buonasera|salve|ola|bom dia|boa (tarde|noite)|labas|laba diena|sveiki|hej|goddag|مرحبا|السلام عليكم|اهلا)(?= |$)/u;
const THANKS =
  /^(thank you|thanks?|thx|cheers|multumesc|mersi|merci|gracias|danke|vielen dank|grazie|obrigad[oa]|aciu|dekoju|tak|شكرا)( |$)/u;
const GOODBYE =
  /^(bye|goodbye|good bye|see you|that'?s all|that is all|la revedere|pa pa|au revoir|adios|hasta luego|auf wiedersehen|tschuss|arrivederci|adeus|tchau|viso gero|iki|farvel|مع السلامة)( |$)/u;
/** Words that may follow thanks. */
const THANKS_SUFFIX =
  /^(very much|so much|a lot|(for|with) (your|the|all your|all the) (help|time|information|info|answer)|pentru (ajutor|tot)|beaucoup|mucho|muchas|sehr|mille|molto|muito)( |$)/u;
const NO_THANKS =
  /^(no|nope|nu|non|nein|nao|ne|nej|لا) (thank you|thanks|thx|multumesc|mersi|merci|gracias|danke|grazie|obrigad[oa]|aciu|tak|شكرا)( |$)/u;
const WELLBEING =
  /^(and )?(how (are|r) (you|u|things)( doing| going)?( today)?|how'?s it going( today)?|how do you do|how have you been|ce mai (faci|faceti)|(comment )?ca va|comment (vas-tu|allez-vous|vas tu|allez vous)|que tal|como (estas|esta|esta usted)|wie geht('?s| es)( ihnen| dir)?|come (stai|sta|va)|tudo bem|como (vai|esta voce)|kaip (sekasi|laikotes)|hvordan (gar det|har du det)|كيف حالك)$/u;
/** An introduction has no answer in a document. */
const INTRODUCTION =
  /^((nice|pleased|good|glad) to meet you( too)?|my name is( (?!and\b|but\b)\p{L}[\p{L}'-]*){1,3})$/u;
const REPEAT =
  /^(sorry|pardon( me)?|excuse me|what|huh|come again|(can|could|would|will) you (please )?(repeat|say) (that|it)( again)?( please)?|(please )?(repeat|say) (that|it)( again)?( please)?|what did you say|i (did not|didn'?t) (hear|catch|get) (that|you|it)|(poti|puteti) repeta( va rog)?|(pouvez-vous|peux-tu) repeter( s'il (vous|te) plait)?|(puede|puedes) repetir( por favor)?|wie bitte|(konnen sie|kannst du) das (bitte )?wiederholen|(puo|puoi) ripetere( per favore)?|(pode|podes) repetir( por favor)?|kan du gentage det)$/u;
const CLOCK =
  /^(what time is it|what'?s the time|what is the time|what day is (it|today)|what'?s (today'?s|the) date|what is (today'?s|the) date|what date is it)( now| today| right now| please)?$/u;
const WHO =
  /^(and |so |but )?(who|what) (are|r) (you|u)$|^what('?s| is) your name$|^(cine|ce) (esti|sunteti)$|^qui (es-tu|es tu|etes-vous|etes vous)$|^quien (eres|es usted)$|^wer (bist du|sind sie)$|^chi (sei|siete)$|^quem (e voce|es tu)$|^kas (tu|jus) (esi|esate)$|^hvem er du$|^من انت$/u;
const IDENTITY =
  /\b(are|r) (you|u) (an? |the )?(real|human|person|bot|robot|ai|machine|chatbot|computer|artificial|language model|llm|chatgpt|gpt)|\b(what|which) (ai|llm|language) ?model|\bam i (talking|speaking|chatting) (to|with) (an? )?(human|person|real|bot|robot|ai|machine)|\b(esti|sunteti) (un |o )?(om|robot|ai|persoana|bot)\b|\b(etes-vous|es-tu|vous etes|tu es) (un |une )?(robot|humain|ia|machine|personne)|\beres (un |una )?(robot|humano|persona|ia|maquina|bot)|\b(bist du|sind sie) (ein |eine )?(roboter|mensch|ki|maschine|bot|computer|person)|\b(sei|e|siete) (un |una )?(robot|umano|persona|ia|macchina|bot)\b|\b(e|voce e|es) (um |uma )(robo|humano|pessoa|ia|maquina|bot)|\ber du (en |et )?(robot|menneske|ai|bot|maskine)|\bar (tu|jus) (esi |esate )?(robotas|zmogus|di)/u;
const ABILITIES =
  /\b(what|how) (can|could|do) you (do|help|offer|assist)|\bwhat are you (able|for)|^(help|can you help( me)?|i need help|i have a question)$|\bcu ce (ma )?(poti|puteti) (sa )?ajuta|\bque (puedes|puede) hacer|\bwas (kannst du|konnen sie)( tun)?$|\bque pouvez-vous faire|\bcosa (puoi|puo) fare/u;
const AGREEMENT = /^(yes|yeah|yep|sure|ok|okay|fine|great|perfect|alright|da|oui|si|ja|sim|taip|نعم)$/u;
const REFUSAL = /^(no|nope|nu|non|nein|nao|ne|nej|لا)$/u;
/** "I am still here", and the same as a question. */
const PRESENCE =
  /^((yes|yeah|yep|hello|hey|ok|da|oui|si|ja|sim|taip|نعم) )*((((i'?m|i am|we'?re|we are) )?(still )?(here|there|listening|on the line)( still)?|(are )?you (still )?(there|here|listening)|can you hear me)|(mai sunt|sunt( inca| tot)?)( aici)?|je suis( toujours| encore)? (la|ici)|((aun|todavia) )?(sigo|estoy) (aqui|ahi)|(ich bin )?(noch )?(da|hier|dran)|(sono )?(ancora )?(qui|qua)|((ainda) )?(estou|continuo) (aqui|ca)|(as )?(vis )?(dar )?(esu )?cia|jeg er( stadig| endnu)? her( endnu)?|(انا )?(ما زلت )?هنا)$/u;

/** Classifies messages that no document can answer; null for everything else. */
export function smallTalkOf(message: string): SmallTalk | null {
  const text = stripMarks(message.toLowerCase().replaceAll('’', "'"))
    .replaceAll(/[^\p{L}\p{N}'\s-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isGreeting = GREETING.test(text);
  const rest = text.replace(GREETING, '').trim();
  if (IDENTITY.test(text) || WHO.test(rest)) return 'identity';
  if (ABILITIES.test(text) || ABILITIES.test(rest)) return 'abilities';
  // "???" and "👍" are empty now.
  if (AGREEMENT.test(text) || (text === '' && message.trim() !== '')) return 'agreement';
  if (REFUSAL.test(text)) return 'refusal';
  if (PRESENCE.test(text)) return 'presence';
  if (WELLBEING.test(rest)) return 'wellbeing';
  if (REPEAT.test(rest)) return 'repeat';
  if (CLOCK.test(rest)) return 'clock';
  const length = wordsOf(message).length;
  const leave = leaveOf(text, length, message.includes('?'));
  if (leave !== null) return leave;
  if (isGreeting && rest === '') return 'greeting';
  if (isGreeting && length <= 4 && !message.includes('?')) return 'greeting';
  return INTRODUCTION.test(rest) ? 'greeting' : null;
}

function leaveOf(text: string, length: number, isQuestion: boolean): 'thanks' | 'goodbye' | null {
  if (NO_THANKS.test(text) && length <= 5 && !isQuestion) return 'goodbye';
  if (THANKS.test(text) && length <= 8) {
    const rest = text.replace(THANKS, '').trim().replace(THANKS_SUFFIX, '').trim();
    return GOODBYE.test(rest) ? 'goodbye' : 'thanks';
  }
  return GOODBYE.test(text) && length <= 6 ? 'goodbye' : null;
}
