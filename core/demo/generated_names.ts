/**
 * Names for generated people, as diverse as those of a large company. With only twenty-five surnames among a hundred thousand people, a
 * search would not be realistic.
 */
export const FIRST_NAMES: readonly string[] = `
  Sanne Daan Emma Bram Fatima Lars Noor Sven Zoë Milan Ayşe Tim Roos Jesse Inês Niels Eva Omar Lotte Piotr Jan Maria Johannes Anna Cornelis Hendrik
  Willem Johanna Pieter Elisabeth Gerrit Margaretha Jacobus Adriana Petrus Wilhelmina Martinus Hendrika Antonius Catharina Dirk Grietje Klaas Trijntje
  Sjoerd Femke Wouter Marieke Thijs Anouk Joost Ilse Koen Maaike Ruben Nienke Stijn Esther Bas Linda Mark Monique Peter Sandra Rob Petra Erik Ingrid Hans
  Yvonne Marcel Marjan Frank Astrid Paul Mireille Ronald Saskia Mehmet Elif Mustafa Zeynep Ahmed Khadija Youssef Naima Hassan Samira Karim Yasmina Tomasz
  Agnieszka Krzysztof Katarzyna Marek Magdalena Georgi Elena Dimitar Ivana João Beatriz Tiago Mariana Carlos Lucía Javier Carmen Luca Giulia Jürgen Birgit
  Florian Steffi Thierry Amélie`
  .trim()
  .split(/\s+/)

const COMMON = [
  'de Jong',
  'Jansen',
  'de Vries',
  'van den Berg',
  'Bakker',
  'van Dijk',
  'Visser',
  'Janssen',
  'Smit',
  'Meijer',
  'de Boer',
  'Mulder',
  'de Groot',
  'Bos',
  'Vos',
  'Peters',
  'Hendriks',
  'van Leeuwen',
  'Dekker',
  'Brouwer',
  'de Wit',
  'Dijkstra',
  'Yılmaz',
  'Kowalski',
  'Öztürk',
  'Núñez',
  'Kramer',
  'Schouten',
  'Willems',
]
const BEGINNINGS =
  'Hage Boven Ooster Wester Noorder Zuider Nieuwen Ouden Veld Berken Eiken Linden Molen Water Heuvel Steen Zand Brugge Kerk Groene Rode Witte Zwarte Lange Korte Hoge Lage Midden Achter Voor Gelder Fries Zee Rijn Maas Vecht Amstel Brand Kolen Koren Haver Rogge Schaap Paarde'
const ENDS = 'man stra huis berg veld kamp hof dijk burg straat laar broek horst meer kerk brink poort steeg wijk hout'

/** The commonest first. */
export const LAST_NAMES: readonly string[] = [
  ...COMMON,
  ...ENDS.split(' ').flatMap((end) => BEGINNINGS.split(' ').map((beginning) => beginning + end)),
]
