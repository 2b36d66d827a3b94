import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const me = '(?:mich|uns|hier|diese nummer)';
const ring = '(?:rufen sie|rufen s|ruft|ruf)';
const want = '(?:mochte|moechte|will|wollen|mochten|moechten|wunsche)(?: ich| wir)?';

export const german: Refusals = {
  firm: anyOf(
    `${ring} ${me}(?: bitte)? (?:nicht|nie)(?: mehr| wieder| noch einmal| nochmal)+ an`,
    `${want} (?:nicht|nie)(?: mehr| wieder| langer)+ (?:von (?:ihnen|euch) )?(?:angerufen|kontaktiert|belastigt) werden`,
    `${want} (?:von (?:ihnen|euch) )(?:nicht|nie)(?: mehr| wieder)+ (?:angerufen|kontaktiert|belastigt) werden`,
    `${want} keine (?:weiteren )?(?:werbe)?anrufe`,
    'keine (?:weiteren )?(?:werbe)?anrufe mehr',
    '(?:streichen|loschen|loeschen|nehmen|entfernen) sie (?:bitte )?(?:mich|uns|meine (?:telefon)?nummer)(?: bitte)? (?:von|aus) (?:der|ihrer|dieser|ihren|allen) (?:\\p{L}*listen?|datenbank|kartei)',
    `(?:horen sie|hor|hort) (?:bitte )?auf (?:, )?${me} (?:standig |dauernd )?anzurufen`,
    'unterlassen sie (?:bitte )?(?:diese|weitere|die|ihre) anrufe',
  ),
  bare: anyOf(
    `${ring} ${me}(?: bitte)? nicht an`,
    '(?:nicht|nie)(?: mehr| wieder)+ anrufen',
    `${want} nicht (?:von (?:ihnen|euch) )?angerufen werden`,
    '(?:loschen|loeschen|streichen) sie (?:bitte )?meine (?:telefon)?nummer',
    '(?:lassen sie|lasst|lass) (?:mich|uns) (?:bitte )?in ruhe',
  ),
  fillers: startsWith(
    ',|bitte|danke|ja|ok|okay|und|auf wiederhoren|tschuss|ich habe kein interesse|kein interesse',
  ),
  limits: startsWith(
    'heute|morgen|jetzt|vor|nach|bis|wenn|wahrend|am|um|im|in|so|bevor|solange|ausser|abends|morgens',
    'sonntags|diese|ich rufe',
  ),
  turns: contains(
    'warum|wieso|weshalb|^(?:wenn|falls|bevor|ob|weil)|nicht gesagt|sage nicht',
    '(?:ich|wir) (?:werde|werden|kann|konnen|darf|soll|sollte|habe)',
    '(?:ich|wir) (?:will|mochte|wollen|mochten)(?: sie)?$',
  ),
};
