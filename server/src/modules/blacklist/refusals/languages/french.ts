import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const callMe =
  '(?:m appelez|m appelle|me rappelez|me rappelle|nous appelez|nous rappelez|me telephonez|me contactez|me derangez|m embetez|me harcelez)';
const toCallMe = '(?:m appeler|me rappeler|nous appeler|me telephoner|me contacter|me deranger|me harceler)';
const called = '(?:appele|rappele|contacte|demarche|derange|sollicite)e?s?';

export const french: Refusals = {
  firm: anyOf(
    `(?:ne |n )?${callMe} (?:plus jamais|plus|jamais)`,
    `(?:de|veuillez|priere de) ne (?:plus jamais|plus) ${toCallMe}`,
    'ne rappelez plus jamais',
    'n appelez plus (?:ici|ce numero|jamais|chez (?:moi|nous))',
    `(?:arretez|arrete|cessez) de ${toCallMe}`,
    `(?:veux|souhaite|desire|voulons|souhaitons) (?:plus|pas|plus jamais) (?:etre|que je sois) ${called}`,
    '(?:veux|souhaite|desire|voulons|souhaitons) plus que (?:vous|on) (?:m appeliez|me rappeliez|m appelle|me contactiez|nous appeliez)',
    '(?:veux|souhaite|desire|voulons) (?:plus|pas|plus jamais) (?:recevoir )?(?:de |d |vos |aucun |d autres )(?:appels?|coups? de fil|demarchage)',
    '(?:retirez|enlevez|supprimez|rayez|effacez|otez) (?:moi|nous|mon numero|mon nom) (?:s il vous plait )?de (?:votre|vos|la|cette|toutes? vos) (?:listes?|fichiers?|bases?)',
  ),
  bare: anyOf(
    `(?:ne |n )${callMe} pas`,
    'n appelez plus',
    `(?:veux|souhaite|desire) (?:plus|pas) que (?:vous|on) (?:m appeliez|me rappeliez|m appelle|me contactiez)`,
    '(?:supprimez|effacez|oubliez) mon numero',
    '(?:laissez|laisse|foutez|fichez) (?:moi|nous) (?:tranquilles?|en paix|la paix)',
  ),
  fillers: startsWith(
    ',|s il vous plait|s il te plait|merci|jamais|du tout|au revoir|et|ok|d accord',
    'ca ne m interesse pas|je ne suis pas interesse\\p{L}*|de ma vie',
  ),
  limits: startsWith(
    'avant|apres|le (?:matin|soir|midi|dimanche|samedi|lundi|week end)',
    'a (?:cette|ces|partir|midi|\\d)|aujourd hui|pendant|au (?:travail|bureau)|quand|si|maintenant',
    'cette|demain|jusqu|aussi|pour (?:le moment|l instant)|sur (?:mon|ce)|ce (?:matin|soir)|en|que',
    'je vous rappelle',
  ),
  turns: contains(
    'pourquoi|^(?:si|quand|avant|apres|parce que)|pas dit|dis pas',
    '(?:vous|ils|on|elle|il|qui|tu)(?: ne| n)?$',
  ),
};
