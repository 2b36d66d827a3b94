import parsePhoneNumber, { type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import { canonicalZone, countriesOfCode, zonesOfCountry } from './country-zones.ts';

/** North America, Mexico, Argentina, Brazil: mobile numbers start with a geographic area code. */
const MOBILES_WITH_AREA = new Set(['1', '52', '54', '55']);

/**
 * All time zones a number may be in: IANA names, sorted, joined by `&`. Empty if unknown (satellite, international
 * toll-free, invalid); such numbers are never called.
 * @param phoneNumber E.164
 */
export function zoneKeyOf(phoneNumber: string): string {
  const number = parsePhoneNumber(phoneNumber);
  if (number === undefined) return '';
  const isGeographic = isGeographicNumber(number);
  const { nationalNumber, country: first } = number;
  // A North American area code belongs to one country; checking all of them takes half a millisecond.
  const isOneCountry = isGeographic && first !== undefined && number.countryCallingCode === '1';
  const zones = (isOneCountry ? [first] : possibleCountries(number)).flatMap(
    (country) => (isGeographic ? zonesOfArea(country, nationalNumber) : null) ?? zonesOfCountry(country),
  );
  return [...new Set(zones)].sort().join('&');
}

/** Only geographic numbers reveal their location. Toll-free and most mobile numbers may be anywhere in the country. */
function isGeographicNumber(number: PhoneNumber): boolean {
  const type = number.getType();
  if (type === 'FIXED_LINE') return true;
  const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  return isMobile && MOBILES_WITH_AREA.has(number.countryCallingCode);
}

/**
 * Countries may share numbers: an Australian mobile may be on Christmas Island. A number valid nowhere may be in any
 * country of its calling code.
 */
function possibleCountries(number: PhoneNumber): readonly CountryCode[] {
  const sharing = countriesOfCode(number.countryCallingCode);
  const possible = sharing.filter((country) => isValidIn(number, country));
  return possible.length > 0 ? possible : sharing;
}

function isValidIn(number: PhoneNumber, country: CountryCode): boolean {
  number.country = country;
  return number.isValid();
}

/** Zones by prefix of the national number. */
type Areas = ReadonlyMap<string, readonly string[]>;

const LONGEST_PREFIX = 6;

const areasByCountry = new Map<CountryCode, Areas>();

/**
 * Time zones of a national number by its longest known prefix; null if unknown.
 * @param nationalNumber digits without the country code
 */
export function zonesOfArea(country: CountryCode, nationalNumber: string): readonly string[] | null {
  const areas = areasByCountry.get(country) ?? readAreas(country);
  areasByCountry.set(country, areas);
  for (let length = LONGEST_PREFIX; length > 0; length -= 1) {
    const zones = areas.get(nationalNumber.slice(0, length));
    if (zones !== undefined) return zones;
  }
  return null;
}

function readAreas(country: CountryCode): Areas {
  const rows = (AREA_TABLES[country] ?? []).flatMap(([zones, prefixes]) => {
    const names = knownZones(zones.split(' '));
    return prefixes.split(/\s+/).map((prefix) => [prefix, names] as const);
  });
  return new Map(rows.flatMap(([prefix, names]) => (names === null ? [] : [[prefix, names] as const])));
}

/** Canonical names of the zones; null if the JavaScript runtime does not know all of them. */
function knownZones(zones: readonly string[]): readonly string[] | null {
  try {
    return zones.map(canonicalZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Rows of time zones and the prefixes of national numbers in these zones, both separated by spaces. */
type AreaTable = readonly (readonly [zones: string, prefixes: string])[];

/*
 * Countries with several zones, by their national numbering plans. A prefix that spans several zones lists all of them;
 * an unlisted prefix may be in any zone of its country. Sources: area codes of NANPA, ANATEL and IFT; other plans filed
 * with the ITU; zone borders from the IANA time zone database.
 */
export const AREA_TABLES: Partial<Record<CountryCode, AreaTable>> = {
  US: [
    [
      'America/New_York',
      `201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305
       313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 434 440 443
       445 463 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585 586 603 607 609 610 614
       616 617 631 640 645 646 656 667 678 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754
       757 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854 856 857
       859 860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 937 941 943 947 948 954 959 973 978 980 984
       989`,
    ],
    [
      'America/Chicago',
      `205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 334 337
       346 353 361 405 409 414 417 430 432 447 464 469 479 501 504 507 512 515 534 539 557 563 572 573 580 601 608
       612 615 618 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816
       817 830 832 847 870 872 901 903 913 918 920 931 936 938 940 945 952 956 972 975 979 985`,
    ],
    ['America/Denver', '303 307 385 406 435 505 575 719 720 748 801 915 970 983'],
    [
      'America/Los_Angeles',
      `206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657
       661 669 702 707 714 725 738 747 760 805 818 820 831 840 858 909 916 925 949 951 971`,
    ],
    ['America/Phoenix', '480 520 602 623'],
    ['Pacific/Honolulu', '808'],
    ['America/Anchorage America/Juneau America/Adak', '907'],
    // Western Florida, Kentucky and Tennessee, the north-west and south-west of Indiana, Michigan's upper peninsula.
    ['America/New_York America/Chicago', '219 270 364 423 448 574 606 729 812 850 906 930'],
    ['America/Chicago America/Denver', '308 402 531 605 620 701 785'],
    ['America/Denver America/Los_Angeles', '208 458 541 775 986'],
    ['America/Phoenix America/Denver', '928'],
  ],
  CA: [
    [
      'America/Toronto',
      '226 249 263 289 343 354 365 382 416 437 438 450 468 514 519 548 579 613 647 683 705',
    ],
    ['America/Toronto', '742 753 819 873 905 942'],
    ['America/Toronto America/Halifax America/Blanc-Sablon', '367 418 581'],
    ['America/Toronto America/Winnipeg America/Coral_Harbour', '807'],
    ['America/Winnipeg', '204 431 584'],
    ['America/Regina America/Edmonton', '306 474 639'],
    ['America/Edmonton', '368 403 587 780 825'],
    ['America/Vancouver', '604'],
    ['America/Vancouver America/Edmonton America/Fort_Nelson America/Creston', '236 250 257 672 778'],
    ['America/Halifax America/Moncton', '428 506 782 902'],
    ['America/St_Johns America/Goose_Bay America/Blanc-Sablon', '709 879'],
  ],
  MX: [
    ['America/Tijuana', '616 646 658 661 663 664 665 686'],
    ['America/Mazatlan', '311 319 323 324 325 327 389 612 613 615 624 660 667 668 669 672 673 687 69'],
    ['America/Mazatlan America/Mexico_City', '329'],
    ['America/Hermosillo', '622 623 631 632 633 634 637 638 641 642 643 644 645 647 651 653 662'],
    ['America/Chihuahua', '614 621 625 627 628 629 635 639 648 649 652 659'],
    ['America/Chihuahua America/Ciudad_Juarez', '636 656 657'],
    ['America/Chihuahua America/Ojinaga', '626'],
    // Near the north-eastern border, clocks follow the neighboring US zone.
    ['America/Mexico_City America/Matamoros', '86 87 89'],
    ['America/Mexico_City', '22 23 24 25 27 28 29 312 313 314 315 316 317 318 321 322 326 328 33 34 35 37'],
    [
      'America/Mexico_City',
      '381 382 383 384 385 386 387 388 39 4 5 618 671 674 675 676 677 7 81 82 83 84 871 872 9',
    ],
    ['America/Cancun', '983 984 987 998'],
    ['America/Merida America/Cancun', '985 986 997'],
  ],
  BR: [
    [
      'America/Sao_Paulo',
      '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49',
    ],
    ['America/Sao_Paulo', '51 53 54 55 61 62 64'],
    ['America/Araguaina', '63'],
    ['America/Bahia', '71 73 74 75 77'],
    ['America/Maceio', '79 82'],
    ['America/Recife', '81 87'],
    // Fernando de Noronha. Its mobile numbers share the prefix 819 with those of Recife.
    ['America/Noronha', '813619'],
    ['America/Recife America/Noronha', '819'],
    ['America/Fortaleza', '83 84 85 86 88 89 98 99'],
    ['America/Belem America/Santarem', '91 93 94 96'],
    ['America/Cuiaba', '65 66'],
    ['America/Campo_Grande', '67'],
    ['America/Porto_Velho', '69'],
    ['America/Manaus', '92'],
    ['America/Manaus America/Eirunepe', '97'],
    ['America/Boa_Vista', '95'],
    ['America/Rio_Branco', '68'],
  ],
  RU: [
    ['Europe/Kaliningrad', '40'],
    [
      'Europe/Moscow',
      '47 48 49 811 812 813 814 815 816 817 818 820 821 831 833 834 835 836 841 843 844 847 855',
    ],
    ['Europe/Moscow', '861 862 863 865 866 867 869 87'],
    ['Europe/Samara', '341 842 845 846 848 851'],
    ['Asia/Yekaterinburg', '342 343 345 346 347 349 351 352 353'],
    ['Asia/Omsk', '381'],
    ['Asia/Krasnoyarsk', '382 383 384 385 388 390 391 394'],
    ['Asia/Irkutsk', '301 395'],
    ['Asia/Yakutsk', '302 416'],
    ['Asia/Yakutsk Asia/Vladivostok Asia/Srednekolymsk', '411'],
    ['Asia/Vladivostok', '421 423 426'],
    ['Asia/Magadan', '413 424'],
    ['Asia/Kamchatka', '415 427'],
  ],
  AU: [
    ['Australia/Sydney', '2'],
    ['Australia/Sydney Australia/Lord_Howe', '25 265'],
    ['Australia/Lord_Howe', '26563'],
    ['Australia/Melbourne Australia/Hobart', '3'],
    // Queensland. 746 and 75 extend into New South Wales, which has daylight saving time.
    ['Australia/Brisbane', '7'],
    ['Australia/Brisbane Australia/Sydney', '746 75'],
    ['Australia/Adelaide', '87 881 882 883 884'],
    ['Australia/Adelaide Australia/Darwin Australia/Broken_Hill', '88'],
    ['Australia/Darwin', '879 889'],
    [
      'Australia/Perth Australia/Adelaide Australia/Darwin Australia/Sydney Indian/Christmas Indian/Cocos',
      '85',
    ],
    ['Australia/Perth', '86 89'],
    ['Australia/Perth Australia/Eucla', '8903'],
    ['Australia/Perth Indian/Christmas Indian/Cocos', '891'],
  ],
  ID: [
    ['Asia/Jakarta', '2 31 32 33 34 35 6 7'],
    ['Asia/Makassar', '36 37 38 4 511 512 517 518 527 54 55'],
    ['Asia/Pontianak', '513 519 522 525 528 53 56'],
    ['Asia/Pontianak Asia/Makassar', '526'],
    ['Asia/Jayapura', '9'],
    // Prefixes on which the sources differ, or for which they have no entry.
    ['Asia/Jakarta Asia/Makassar Asia/Jayapura', '379 403 458 539 915 920 952 958 963 979'],
  ],
  CD: [
    ['Africa/Kinshasa', '1 3'],
    ['Africa/Lubumbashi', '2 6'],
  ],
  CL: [
    ['America/Santiago', '2 33 34 35 4 5 63 64 65 7'],
    ['America/Santiago Pacific/Easter', '32'],
    ['America/Punta_Arenas', '61'],
    ['America/Santiago America/Coyhaique', '67'],
  ],
  EC: [['America/Guayaquil', '2 3 4 6 7']],
  ES: [
    ['Europe/Madrid Africa/Ceuta', '8 9'],
    ['Atlantic/Canary', '822 828 922 928'],
  ],
  PT: [
    ['Europe/Lisbon', '2'],
    ['Atlantic/Madeira', '291'],
    ['Atlantic/Azores', '292 295 296'],
  ],
  NZ: [
    ['Pacific/Auckland', '3 4 6 7 9'],
    ['Pacific/Auckland Pacific/Chatham', '330'],
  ],
  MN: [
    ['Asia/Ulaanbaatar', '11 12 13 15 21 22 23 25'],
    ['Asia/Ulaanbaatar Asia/Hovd', '14 24'],
  ],
  CN: [
    ['Asia/Shanghai', '10 2 3 4 5 6 7 8'],
    ['Asia/Shanghai Asia/Urumqi', '9'],
  ],
  UA: [['Europe/Kiev', '3 4 5']],
};
