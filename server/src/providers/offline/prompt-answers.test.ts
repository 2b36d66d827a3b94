import { expect, test } from 'vitest';
import { RULES_HEADING } from '../interfaces/conventions.ts';
import { decide } from './language-model.ts';
import { languageByName } from './languages.ts';
import { PHRASES } from './phrases.ts';

type Row = readonly [question: string, answer: string | null];

/** Prompts with facts, and questions with the text that answers them; null if the prompt holds no answer. */
const PROMPTS: readonly (readonly [language: string, prompt: string, rows: readonly Row[]])[] = [
  [
    'Romanian',
    'Ești recepția unei clinici. Consultația costă 200 lei. Programul este luni–vineri 9–17. Parcarea este gratuită pentru pacienți. Suntem pe strada Lungă nr. 5.',
    [
      ['Care este programul?', '9–17'],
      ['Bună ziua, care este programul?', '9–17'],
      ['Cât costă consultația?', '200'],
      ['cat costa consultatia', '200'],
      ['Bună seara! Cât costă o consultație?', '200'],
      ['Ce preț are consultația?', '200'],
      ['Care sunt prețurile consultațiilor?', '200'],
      ['Salut, aveti parcare?', 'Parcarea'],
      ['Buna, ce program aveti?', '9–17'],
      ['Bună ziua, vreau să știu cât costă consultația, vă rog', '200'],
      ['Unde sunteți?', 'Lungă'],
      ['Vindeți pizza?', null],
      ['Bună ziua, aveți pisici?', null],
    ],
  ],
  [
    'English',
    'You are the receptionist. A consultation costs 200 euros. We are open Monday to Friday from 9 to 17. Parking is free for patients.',
    [
      ['What are your opening hours?', '9 to 17'],
      ['Good morning, what are your opening hours?', '9 to 17'],
      ['How much is a consultation?', '200'],
      ['Hello, how much do consultations cost?', '200'],
      ['Hi there! Is there parking?', 'Parking'],
      ['What is the price of a consultation?', '200'],
      ['Hello, do you sell pizza?', null],
    ],
  ],
  [
    'French',
    'Vous êtes la réceptionniste. La consultation coûte 50 euros. Nos horaires sont du lundi au vendredi de 9 h à 17 h. Le parking est gratuit pour les patients.',
    [
      ['Quels sont vos horaires ?', '9 h'],
      ['Bonjour, quels sont vos horaires ?', '9 h'],
      ['Combien coûte la consultation ?', '50'],
      ['Bonjour, combien coutent les consultations', '50'],
      ['Quel est le prix de la consultation ?', '50'],
      ['Bonsoir, avez-vous un parking ?', 'parking'],
      ['Bonjour, quel est votre horaire ?', '9 h'],
      ['Bonjour, vendez-vous des pizzas ?', null],
    ],
  ],
  [
    'Spanish',
    'Eres la recepcionista. La consulta cuesta 50 euros. El horario es de lunes a viernes de 9 a 17. El aparcamiento es gratuito para pacientes.',
    [
      ['¿Cuál es el horario?', '9 a 17'],
      ['Buenos días, ¿cuál es el horario?', '9 a 17'],
      ['¿Cuánto cuesta la consulta?', '50'],
      ['Hola, cuanto cuestan las consultas', '50'],
      ['¿Qué precio tiene la consulta?', '50'],
      ['Buenas tardes, ¿qué horarios tienen?', '9 a 17'],
      ['Hola, ¿tienen aparcamiento?', 'aparcamiento'],
      ['Hola, ¿venden pizzas?', null],
    ],
  ],
  [
    'German',
    'Sie sind der Empfang. Die Beratung kostet 80 Euro. Wir haben Montag bis Freitag von 9 bis 17 Uhr geöffnet. Der Parkplatz ist für Patienten kostenlos.',
    [
      ['Wann haben Sie geöffnet?', '9 bis 17'],
      ['Guten Tag, wann haben Sie geöffnet?', '9 bis 17'],
      ['Was kostet die Beratung?', '80'],
      ['Hallo, was kosten die Beratungen', '80'],
      ['Guten Morgen, wie viel kostet eine Beratung?', '80'],
      ['Wie teuer ist die Beratung?', '80'],
      ['Wie sind Ihre Öffnungszeiten?', '9 bis 17'],
      ['Hallo, wann habt ihr geoffnet', '9 bis 17'],
      ['Gibt es Parkplätze?', 'Parkplatz'],
      ['Guten Abend, haben Sie Parkplatze?', 'Parkplatz'],
      ['Hallo, verkaufen Sie Pizza?', null],
    ],
  ],
  [
    'Italian',
    'Sei la reception. La visita costa 60 euro. Siamo aperti dal lunedì al venerdì dalle 9 alle 17. Il parcheggio è gratuito per i pazienti.',
    [
      ['Quando siete aperti?', '9 alle 17'],
      ['Buongiorno, quando siete aperti?', '9 alle 17'],
      ['Quanto costa la visita?', '60'],
      ['Ciao, quanto costano le visite', '60'],
      ['Qual è il prezzo di una visita?', '60'],
      ['Buonasera, quali sono gli orari di apertura?', '9 alle 17'],
      ['Salve, avete un parcheggio?', 'parcheggio'],
      ['Buongiorno, vendete pizze?', null],
    ],
  ],
  [
    'Portuguese',
    'Você é a recepção. A consulta custa 50 euros. O horário é de segunda a sexta das 9h às 17h. O estacionamento é grátis para pacientes.',
    [
      ['Qual é o horário?', '9h'],
      ['Bom dia, qual é o horário?', '9h'],
      ['Quanto custa a consulta?', '50'],
      ['Olá, quanto custam as consultas', '50'],
      ['Qual é o preço da consulta?', '50'],
      ['Boa tarde, quais são os horarios?', '9h'],
      ['Oi, têm estacionamento?', 'estacionamento'],
      ['Olá, vendem pizzas?', null],
    ],
  ],
  [
    'Lithuanian',
    'Esate registratūra. Konsultacija kainuoja 40 eurų. Dirbame pirmadienį–penktadienį 9–17 val. Pacientams stovėjimo aikštelė nemokama.',
    [
      ['Kiek kainuoja konsultacija?', '40'],
      ['Laba diena, kiek kainuoja konsultacija?', '40'],
      ['Sveiki, kokia konsultacijos kaina?', '40'],
      ['Labas, kiek kainuoja konsultacijos', '40'],
      ['Koks jūsų darbo laikas?', '9–17'],
      ['Laba diena, kada dirbate?', '9–17'],
      ['Ar turite stovejimo aikstele?', 'aikštelė'],
      ['Labas, ar parduodate picas?', null],
    ],
  ],
  [
    'Arabic',
    'أنت موظف الاستقبال. سعر الاستشارة 200 درهم. ساعات العمل من الاثنين إلى الجمعة من 9 إلى 17. موقف السيارات مجاني للمرضى.',
    [
      ['ما هي ساعات العمل؟', '17'],
      ['مرحبا، ما هي ساعات العمل؟', '17'],
      ['كم سعر الاستشارة؟', '200'],
      ['السلام عليكم، كم سعر الاستشارات؟', '200'],
      ['صباح الخير، كم تكلفة الاستشارة؟', '200'],
      ['هل يوجد موقف للسيارات؟', 'موقف'],
      ['كم سعر استشارة؟', '200'],
      ['مرحبا، هل تبيعون البيتزا؟', null],
    ],
  ],
  [
    'Danish',
    'Du er receptionen. Konsultationen koster 300 kr. Vi har åbent mandag til fredag kl. 9–17. Parkeringen er gratis for patienter.',
    [
      ['Hvornår har I åbent?', '9–17'],
      ['Goddag, hvornår har I åbent?', '9–17'],
      ['Hvad koster en konsultation?', '300'],
      ['Hej, hvad koster konsultationerne', '300'],
      ['Hvad er prisen på en konsultation?', '300'],
      ['God morgen, hvad er jeres åbningstider?', '9–17'],
      ['Hej, hvornar har I abent', '9–17'],
      ['Hej, har I parkering?', 'Parkering'],
      ['Hej, sælger I pizza?', null],
    ],
  ],
  [
    'Romanian',
    'Ești asistentul hotelului Moara. Camera dublă costă 350 de lei pe noapte. Micul dejun se servește între 7:00 și 10:30. Animalele de companie sunt acceptate contra unei taxe de 40 lei. Plata se face cu cardul sau numerar. Acceptăm copii.',
    [
      ['bună dimineața, cât e o cameră dublă?', '350'],
      ['Ce tarife aveți pentru camere duble?', '350'],
      ['salut! când e micul dejun', '7:00'],
      ['pot veni cu animalul meu?', 'Animalele'],
      ['acceptați animale de companie?', 'Animalele'],
      ['pot plati cu cardul?', 'Plata'],
      ['Bună ziua. La ce oră se servește micul dejun?', '7:00'],
      ['buna, am o intrebare: cat costa camerele duble?', '350'],
    ],
  ],
  [
    'English',
    'You are the assistant of Mill Hotel. A double room costs 80 euros per night. Breakfast is served from 7:00 to 10:30. Pets are welcome for 10 euros.',
    [
      ['good evening, how much are double rooms?', '80'],
      ['Hi! When is breakfast?', '7:00'],
      ['hello, are pets allowed', 'Pets'],
      ['hey, what does a double room cost', '80'],
    ],
  ],
  [
    'French',
    "Vous êtes l'assistant de l'hôtel Moulin. La chambre double coûte 80 euros par nuit. Le petit-déjeuner est servi de 7h à 10h30. Les animaux sont acceptés pour 10 euros.",
    [
      ['bonjour combien coûtent les chambres doubles', '80'],
      ['Bonsoir, à quelle heure est le petit déjeuner ?', '7h'],
      ['Acceptez-vous les animaux ?', 'animaux'],
      ['Bonjour, est-ce que mon animal est accepté ?', 'animaux'],
      ['Quels sont les tarifs des chambres doubles ?', '80'],
    ],
  ],
  [
    'Spanish',
    'Eres el asistente del hotel Molino. La habitación doble cuesta 80 euros por noche. El desayuno se sirve de 7:00 a 10:30. Se admiten mascotas por 10 euros.',
    [
      ['buenas, cuánto valen las habitaciones dobles?', '80'],
      ['Hola, ¿a qué hora es el desayuno?', '7:00'],
      ['¿Admiten mascotas?', 'mascotas'],
      ['hola puedo llevar mi mascota', 'mascotas'],
      ['Buenas noches, ¿qué precio tienen las habitaciones dobles?', '80'],
    ],
  ],
  [
    'German',
    'Du bist der Assistent des Hotels Mühle. Das Doppelzimmer kostet 80 Euro pro Nacht. Frühstück gibt es von 7:00 bis 10:30 Uhr. Haustiere sind für 10 Euro willkommen.',
    [
      ['guten abend, was kosten doppelzimmer?', '80'],
      ['Wann gibt es Frühstück?', '7:00'],
      ['hallo, wann ist fruhstuck', '7:00'],
      ['Sind Haustiere erlaubt?', 'Haustiere'],
      ['Moin, darf mein Haustier mit?', 'Haustiere'],
      ['Wie viel kosten die Doppelzimmer?', '80'],
    ],
  ],
  [
    'Italian',
    "Sei l'assistente dell'hotel Mulino. La camera doppia costa 80 euro a notte. La colazione è servita dalle 7:00 alle 10:30. Gli animali sono ammessi per 10 euro.",
    [
      ['buonasera quanto costano le camere doppie', '80'],
      ['Ciao! A che ora è la colazione?', '7:00'],
      ['Sono ammessi animali?', 'animali'],
      ['salve, posso portare il mio animale', 'animali'],
      ['Che prezzo hanno le camere doppie?', '80'],
    ],
  ],
  [
    'Portuguese',
    'Você é o assistente do hotel Moinho. O quarto duplo custa 80 euros por noite. O café da manhã é servido das 7:00 às 10:30. Animais são aceites por 10 euros.',
    [
      ['boa noite, quanto custam os quartos duplos?', '80'],
      ['Olá! A que horas é o café da manhã?', '7:00'],
      ['Aceitam animais?', 'Animais'],
      ['oi, qual o preço do quarto duplo', '80'],
      ['Que preço têm os quartos duplos?', '80'],
    ],
  ],
  [
    'Lithuanian',
    'Esate viešbučio Malūnas asistentas. Dvivietis kambarys kainuoja 80 eurų už naktį. Pusryčiai patiekiami nuo 7:00 iki 10:30. Augintiniai priimami už 10 eurų.',
    [
      ['labas vakaras, kiek kainuoja dvivietis kambarys?', '80'],
      ['Sveiki! Kada pusryčiai?', '7:00'],
      ['labas, ar priimate augintinius', 'Augintiniai'],
      ['Kokia dviviečio kambario kaina?', '80'],
      ['kada pusryciai', '7:00'],
    ],
  ],
  [
    'Arabic',
    'أنت مساعد فندق الطاحونة. سعر الغرفة المزدوجة 80 دينار في الليلة. يقدم الإفطار من 7:00 إلى 10:30. نقبل الحيوانات الأليفة مقابل 10 دينار.',
    [
      ['مساء الخير، كم سعر الغرف المزدوجة؟', '80'],
      ['أهلا، متى الإفطار؟', '7:00'],
      ['هل تقبلون الحيوانات الأليفة؟', 'الحيوانات'],
      ['كم ثمن غرفة مزدوجة', '80'],
    ],
  ],
  [
    'Danish',
    'Du er assistent på Hotel Mølle. Dobbeltværelset koster 800 kr pr. nat. Morgenmaden serveres fra kl. 7:00 til 10:30. Kæledyr er velkomne for 100 kr.',
    [
      ['god aften, hvad koster dobbeltværelser?', '800'],
      ['Hej! Hvornår er der morgenmad?', '7:00'],
      ['hej, er kæledyr velkomne', 'Kæledyr'],
      ['Hvad er priserne på dobbeltværelser?', '800'],
      ['må jeg tage mit kæledyr med?', 'Kæledyr'],
    ],
  ],
];

const CASES = PROMPTS.flatMap(([language, prompt, rows]) =>
  rows.map(([question, answer]) => ({ language, prompt, question, answer })),
);

test.each(CASES)('answers in $language: $question', ({ language, prompt, question, answer }) => {
  const said = decide({
    messages: [
      { role: 'system', content: `${prompt}\n\n${RULES_HEADING}\n- Answer in ${language}.` },
      { role: 'user', content: question },
    ],
    tools: [],
  }).text;
  expect(said).toContain(answer ?? PHRASES[languageByName(language)].unknown[0]);
});
