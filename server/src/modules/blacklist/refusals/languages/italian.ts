import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const call =
  '(?:chiami|chiamate|chiamare|chiamino|richiami|richiamate|richiamare|contatti|contattate|contattare|telefoni|telefonate|disturbi|disturbate|disturbare)';

export const italian: Refusals = {
  firm: anyOf(
    `non (?:mi|ci) ${call} (?:mai piu|piu)`,
    'non (?:chiamatemi|chiamarmi|chiamateci|contattatemi|disturbatemi|telefonatemi) (?:mai piu|piu)',
    '(?:smetta|smettete|smettetela|smettila|la smetta|finitela) di (?:chiamarmi|chiamarci|telefonarmi|contattarmi|disturbarmi|chiamare)',
    'non voglio (?:mai piu|piu) (?:essere (?:chiamat[oaie]|contattat[oaie]|disturbat[oaie])|ricevere (?:le )?(?:vostre )?(?:chiamate|telefonate))',
    `non voglio che (?:mi|ci) ${call} (?:mai piu|piu)`,
    'non voglio (?:essere (?:contattat[oaie]|disturbat[oaie])|ricevere (?:altre )?(?:le vostre )?(?:chiamate|telefonate))',
    '(?:toglietemi|togliete|cancellatemi|cancellate|cancelli|mi cancelli|mi tolga|rimuovetemi|rimuovete)(?: il mio numero)?(?: per favore)? (?:dalla|dalle|dal|dai) (?:vostr[aei] )?(?:lista|liste|elenco|elenchi|database)',
  ),
  bare: anyOf(
    `non (?:mi|ci) ${call}`,
    'non (?:chiamatemi|chiamarmi)',
    'non (?:chiamate|chiamare|chiami) (?:mai )?piu(?: questo numero| qui)?',
    '(?:cancelli|cancellate|togliete|tolga) il mio numero',
    '(?:lasciatemi|lasciateci|mi lasci|mi lasciate) in pace',
  ),
  fillers: startsWith(
    ',|per favore|per cortesia|grazie|mai|arrivederci|e|ok|va bene|non mi interessa',
    'non sono interessat\\p{L}*',
  ),
  limits: startsWith(
    'prima|dopo|oggi|domani|adesso|ora|a quest|alle|fino|quando|se|cosi|la (?:mattina|sera|domenica)',
    'di (?:mattina|sera|notte|domenica)|durante|mentre|in|al (?:lavoro|cellulare)|questa|la richiamo',
    'vi chiamo',
  ),
  turns: contains('perche|^(?:se|quando|prima|finche)|non (?:ho detto|dico)|(?:voi|loro|lei)$'),
};
