import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const me = '(?:me|mij|ons|dit nummer)';
const ring = '(?:bel|belt u|bellen jullie|belt)';
const please = '(?: alstublieft| alsjeblieft)?';

export const dutch: Refusals = {
  firm: anyOf(
    `${ring} ${me}${please} (?:niet|nooit)(?: meer| weer| nog een keer)+`,
    'wil(?: ik)? (?:niet|nooit) (?:meer )?(?:door (?:u|jullie) )?(?:meer )?gebeld worden',
    'wil(?: ik)? niet dat (?:u|jullie|je) (?:me|mij|ons) (?:nog|weer|meer) (?:belt|bellen|bel)',
    'wil(?: ik)? geen (?:telefoontjes|belletjes|oproepen) meer',
    `(?:haal|haalt u|verwijder|verwijdert u|schrap) (?:me|mij|ons|mijn nummer)${please} (?:van|uit) (?:de|uw|jullie|die|je) (?:\\p{L}*lijst|bestand|database|systeem)`,
  ),
  bare: anyOf(
    '(?:niet|nooit) meer bellen',
    'stop met (?:(?:mij|me|ons) )?(?:te )?bellen',
    `${ring} ${me} niet`,
    '(?:verwijder|verwijdert u|wis) mijn (?:telefoon)?nummer',
    'laat (?:u )?(?:me|mij|ons) met rust',
  ),
  fillers: startsWith(',|alstublieft|alsjeblieft|bedankt|dank u|op|ok|oke|en|dag|ik heb geen interesse'),
  limits: startsWith(
    'vandaag|morgen|nu|voor|na|tot|als|wanneer|tijdens|om|zo|deze|in',
    'op (?:zondag|zaterdag|het|mijn|dit)',
  ),
  turns: contains(
    'waarom|^(?:als|wanneer|voordat|omdat|of)|niet gezegd|zeg niet',
    '(?:ik|we|wij) (?:zal|zullen|kan|kunnen|ga|gaan|mag|wil|willen|heb)',
  ),
};
