import { describe, expect, test } from 'vitest';
import { isNameOfPerson, personNameIn } from './person-names.ts';

test.each([
  [{ name: 'Ana' }, 'Ana'],
  [{ 'First Name': 'Ana' }, 'Ana'],
  [{ name: 'Ana', customer_name: 'Dr. Ana' }, 'Dr. Ana'],
  [{ 'First Name': 'Ana', 'Last Name': 'Pop' }, 'Ana Pop'],
  [{ name: 'Ana', 'last-name': 'Pop' }, 'Ana Pop'],
  [{ name: 'Ana Pop', first_name: 'Ana', last_name: 'Pop' }, 'Ana Pop'],
  [{ name: 'Ana Pop', last_name: 'Pop' }, 'Ana Pop'],
  [{ surname: 'Pop' }, 'Pop'],
  [{ name: '  ', full_name: null, first_name: 7 }, null],
  [{ company: 'Mill', username: 'ana', 'Name of pet': 'Rex' }, null],
])('finds the name in %j', (values, name) => {
  expect(personNameIn(values)).toBe(name);
});

describe('in other languages', () => {
  test.each([
    [{ Nume: 'Pop', Prenume: 'Ana' }, 'Ana Pop'],
    [{ Nume: 'Ana Pop' }, 'Ana Pop'],
    [{ 'Nume și prenume': 'Ana Pop' }, 'Ana Pop'],
    [{ Nom: 'Petit', Prénom: 'Léa' }, 'Léa Petit'],
    [{ NOM: 'Léa Petit', PRENOM: 'Léa' }, 'Léa Petit'],
    [{ Nombre: 'Inés', Apellidos: 'García Ruiz' }, 'Inés García Ruiz'],
    [{ Vorname: 'Jörg', Nachname: 'Weiß' }, 'Jörg Weiß'],
    [{ Name: 'Weiß', Vorname: 'Jörg' }, 'Jörg Weiß'],
    [{ Vardas: 'Rūta', Pavardė: 'Kazlauskaitė' }, 'Rūta Kazlauskaitė'],
    [{ Nome: 'Gianni', Cognome: 'Rossi' }, 'Gianni Rossi'],
    [{ الاسم: 'ليلى', 'اسم العائلة': 'حداد' }, 'ليلى حداد'],
    [{ Nome: 'João', Sobrenome: 'Silva' }, 'João Silva'],
    [{ Fornavn: 'Søren', Efternavn: 'Holm' }, 'Søren Holm'],
    [{ Navn: 'Søren Holm' }, 'Søren Holm'],
    [{ Όνομα: 'Νίκος', Επώνυμο: 'Παππάς' }, 'Νίκος Παππάς'],
    [{ Имя: 'Иван', Фамилия: 'Йорин' }, 'Иван Йорин'],
    [{ 'Ім’я': 'Олена', Прізвище: 'Коваль' }, 'Олена Коваль'],
    [{ Imię: 'Łucja', Nazwisko: 'Nowak' }, 'Łucja Nowak'],
    [{ Voornaam: 'Sanne', Naam: 'de Vries' }, 'Sanne de Vries'],
    [{ Etunimi: 'Aino', Sukunimi: 'Mäki' }, 'Aino Mäki'],
    [{ Vezetéknév: 'Nagy', Keresztnév: 'Győző' }, 'Nagy Győző'],
    [{ Jméno: 'Eva', Příjmení: 'Malá' }, 'Eva Malá'],
    [{ Förnamn: 'Åsa', Efternamn: 'Berg' }, 'Åsa Berg'],
    [{ Adı: 'Işıl', Soyadı: 'Kaya' }, 'Işıl Kaya'],
    [{ 姓: '山田', 名: '花子' }, '山田 花子'],
    [{ 姓名: '王伟' }, '王伟'],
    [{ 이름: '민준' }, '민준'],
  ])('finds the name in %j', (values, name) => {
    expect(personNameIn(values)).toBe(name);
    expect(Object.keys(values).every(isNameOfPerson)).toBe(true);
  });
});

test.each(['Company', 'Firma', 'Número', 'Oraș', 'username', 'product_name'])(
  '%s is not a name of a person',
  (name) => {
    expect(isNameOfPerson(name)).toBe(false);
  },
);
