import type { LandingContent } from '../../blocks.js'
import { block, words } from './words.js'

/**
 * The default texts of the SIR page. The facts come from the specification (section 9, the discount), the course "Industriële reiniging met
 * hogedruk" and the exam's own words.
 */
export const sir: LandingContent = {
  title: words('Training en examen SIR', 'SIR training and exam'),
  description: words(
    'E-learning en examen voor industriële reiniging (SIR). Leden van SIR krijgen 100 euro korting per persoon op het examen.',
    'E-learning and exam for industrial cleaning (SIR). Members of SIR get a discount of 100 euros per person on the exam.',
  ),
  blocks: [
    block('hero', {
      heading: words('Veilig werken met hoge druk', 'Work safely with high pressure'),
      text: words(
        'De straal die een warmtewisselaar schoonmaakt, snijdt ook door een laars. Leid je reinigers op voor het SIR-examen. Als lid van SIR betaal je per persoon 100 euro minder voor het examen.',
        'The jet that cleans a heat exchanger also cuts through a boot. Prepare your cleaners for the SIR exam. As a member of SIR you pay 100 euros less per person for the exam.',
      ),
      button: words('Bekijk training en examen', 'See course and exam'),
    }),
    block('gains', {
      heading: words('Wat lidmaatschap je hier oplevert', 'What membership gives you here'),
      items: [
        {
          title: words('100 euro korting op het examen', '100 euros off the exam'),
          text: words(
            'Voor elke deelnemer die je aanmeldt. De korting is nooit hoger dan de prijs van het examen.',
            'For each participant you enter. The discount is never more than the price of the exam.',
          ),
        },
        {
          title: words('Geregeld via één contact', 'Arranged by one contact'),
          text: words(
            'Laat ons weten dat je bedrijf lid is. Daarna staat de korting bij elke boeking al klaar en bevestigen wij die na je boeking.',
            'Tell us that your company is a member. From then on each booking shows the discount, and we confirm it after you book.',
          ),
        },
        {
          title: words('Training en examen bij elkaar', 'Course and exam together'),
          text: words(
            'Je boekt e-learning en examen in één keer, voor een hele ploeg, en betaalt met een kaart of op factuur.',
            'You book e-learning and exam at once, for a whole crew, and pay by card or by invoice.',
          ),
        },
        {
          title: words('Zien wie geslaagd is', 'See who passed'),
          text: words(
            'De uitslag, het certificaat en wat er nog moet gebeuren staan per deelnemer bij elkaar.',
            'The result, the certificate and what is still to be done stand together for each participant.',
          ),
        },
      ],
    }),
    block('courses', {
      heading: words('Training en eerstvolgende examens', 'Course and next exams'),
      text: words('Kies de training voor inhoud, prijs en data.', 'Choose the course for its content, price and dates.'),
      button: words('Naar de catalogus', 'To the catalogue'),
    }),
    block('numbers', {
      heading: words('In het kort', 'In short'),
      items: [
        {
          title: words('€ 100', '€ 100'),
          text: words('korting per persoon op het examen, voor leden van SIR', 'off the exam per person, for members of SIR'),
        },
        { title: words('18+', '18+'), text: words('de training is voor volwassenen', 'the course is for adults') },
      ],
    }),
    block('questions', {
      heading: words('Veelgestelde vragen', 'Frequently asked questions'),
      items: [
        {
          title: words('Hoe krijg ik de korting voor leden?', 'How do I get the members’ discount?'),
          text: words(
            'Neem contact op en laat weten dat je bedrijf lid is van SIR. Wij zetten het lidmaatschap bij je bedrijf. Bij het boeken zie je de korting, en wij bevestigen die daarna.',
            'Get in touch and tell us that your company is a member of SIR. We add the membership to your company. You see the discount when you book, and we confirm it afterwards.',
          ),
        },
        {
          title: words('Geeft de e-learning een SIR-diploma?', 'Does the e-learning give an SIR diploma?'),
          text: words(
            'Nee. De e-learning bereidt voor, het diploma krijg je met het examen. Het wordt opgenomen in het register van SIR.',
            'No. The e-learning prepares you, the diploma comes with the exam. It is listed in the register of SIR.',
          ),
        },
        {
          title: words('Wat leer je in de training?', 'What do you learn in the course?'),
          text: words(
            'Waarom een kleine wond van de straal altijd spoed is, hoe je een werkplek afzet en de taken verdeelt, en wanneer je stopt.',
            'Why a small wound from the jet is always urgent, how to cordon off a workplace and divide the tasks, and when to stop.',
          ),
        },
        {
          title: words('Kan ik ook zonder lidmaatschap meedoen?', 'Can I take part without membership?'),
          text: words('Ja. Dan geldt de gewone prijs van het examen.', 'Yes. The regular price of the exam applies then.'),
        },
      ],
    }),
    block('voices', { heading: words('Wat anderen zeggen', 'What others say') }),
    block('contact', {
      heading: words('Lid van SIR? Regel je korting', 'A member of SIR? Arrange your discount'),
      text: words(
        'Neem contact met ons op voordat je boekt. Is een examen vol, zet je dan bij de training op de wachtlijst: komt er een plek vrij, dan krijg je een bericht.',
        'Get in touch with us before you book. If an exam is full, join the waiting list of the course: we let you know when a seat becomes free.',
      ),
      button: words('Neem contact op', 'Get in touch'),
    }),
  ],
}
