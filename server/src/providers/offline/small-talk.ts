import { stripMarks } from './languages.ts';
import { wordsOf } from './words.ts';

export type SmallTalk =
  | 'greeting'
  | 'thanks'
  | 'goodbye'
  | 'identity'
  | 'abilities'
  | 'agreement'
  | 'presence';

const GREETING =
  /^(hi|hello|hey|howdy|greetings|good (morning|afternoon|evening|day)|buna( ziua| seara| dimineata)?|salut|bonjour|bonsoir|hola|buenos dias|buenas( tardes| noches)?|guten (tag|morgen|abend)|hallo|moin|ciao|buongiorno|buonasera|salve|ola|bom dia|boa (tarde|noite)|labas|laba diena|sveiki|hej|goddag|مرحبا|السلام عليكم|اهلا)(?= |$)/u;
const THANKS =
  /^(thank you|thanks?|thx|cheers|multumesc|mersi|merci|gracias|danke|vielen dank|grazie|obrigad[oa]|aciu|dekoju|tak|شكرا)( |$)/u;
const GOODBYE =
  /^(bye|goodbye|good bye|see you|that'?s all|that is all|la revedere|pa pa|au revoir|adios|hasta luego|auf wiedersehen|tschuss|arrivederci|adeus|tchau|viso gero|iki|farvel|مع السلامة)( |$)/u;
const IDENTITY =
  /\b(are|r) (you|u) (an? |the )?(real|human|person|bot|robot|ai|machine|chatbot|computer|artificial|language model|llm|chatgpt|gpt)|\b(what|which) (ai|llm|language) ?model|\bam i (talking|speaking|chatting) (to|with) (an? )?(human|person|real|bot|robot|ai|machine)|\b(esti|sunteti) (un |o )?(om|robot|ai|persoana|bot)\b|\b(etes-vous|es-tu|vous etes|tu es) (un |une )?(robot|humain|ia|machine|personne)|\beres (un |una )?(robot|humano|persona|ia|maquina|bot)|\b(bist du|sind sie) (ein |eine )?(roboter|mensch|ki|maschine|bot|computer|person)|\b(sei|e|siete) (un |una )?(robot|umano|persona|ia|macchina|bot)\b|\b(e|voce e|es) (um |uma )(robo|humano|pessoa|ia|maquina|bot)|\ber du (en |et )?(robot|menneske|ai|bot|maskine)|\bar (tu|jus) (esi |esate )?(robotas|zmogus|di)/u;
const ABILITIES =
  /\b(what|how) (can|could|do) you (do|help|offer|assist)|\bwhat are you (able|for)|^(help|can you help( me)?|i need help|i have a question)$|\bcu ce (ma )?(poti|puteti) (sa )?ajuta|\bque (puedes|puede) hacer|\bwas (kannst du|konnen sie)( tun)?$|\bque pouvez-vous faire|\bcosa (puoi|puo) fare/u;
const AGREEMENT =
  /^(yes|yeah|yep|sure|ok|okay|fine|no|nope|great|perfect|alright|da|nu|oui|non|si|ja|nein|sim|nao|taip|ne|nej|نعم|لا)$/u;
/** "I am still here", and the same question to us. */
const PRESENCE =
  /^((yes|yeah|yep|hello|hey|ok|da|oui|si|ja|sim|taip|نعم) )*((((i'?m|i am|we'?re|we are) )?(still )?(here|there|listening|on the line)( still)?|are you (still )?(there|here|listening)|can you hear me)|(mai sunt|sunt( inca| tot)?)( aici)?|je suis( toujours| encore)? (la|ici)|((aun|todavia) )?(sigo|estoy) (aqui|ahi)|(ich bin )?(noch )?(da|hier|dran)|(sono )?(ancora )?(qui|qua)|((ainda) )?(estou|continuo) (aqui|ca)|(as )?(vis )?(dar )?(esu )?cia|jeg er( stadig| endnu)? her( endnu)?|(انا )?(ما زلت )?هنا)$/u;

/** What a message is when it asks for nothing that a document could answer; null for everything else. */
export function smallTalkOf(message: string): SmallTalk | null {
  const text = stripMarks(message.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}'\s-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (IDENTITY.test(text)) return 'identity';
  if (ABILITIES.test(text)) return 'abilities';
  if (AGREEMENT.test(text)) return 'agreement';
  if (PRESENCE.test(text)) return 'presence';
  const length = wordsOf(message).length;
  if (THANKS.test(text) && length <= 8)
    return GOODBYE.test(text.replace(THANKS, '').trim()) ? 'goodbye' : 'thanks';
  if (GOODBYE.test(text) && length <= 6) return 'goodbye';
  if (GREETING.test(text) && length <= 4 && !message.includes('?')) return 'greeting';
  return null;
}
