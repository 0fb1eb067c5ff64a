import type { LandingContent } from '../../blocks.js'
import { block, words } from './words.js'

/**
 * The default texts of the page for offshore renewable energy. The facts come from the course "Introductie offshore wind" and from the
 * platform.
 */
export const ore: LandingContent = {
  title: words('Trainingen voor offshore wind', 'Training for offshore wind'),
  description: words(
    'Bereid je mensen voor op werken in een windpark op zee: e-learning, examens en een overzicht van wie klaar is om aan boord te gaan.',
    'Prepare your people for work in an offshore wind farm: e-learning, exams and an overview of who is ready to go on board.',
  ),
  blocks: [
    block('hero', {
      heading: words('Klaar voor de eerste dag op zee', 'Ready for the first day at sea'),
      text: words(
        'Op zee bepaalt het weer de planning en is het ziekenhuis ver weg. Wie weet wat er komt, stapt rustiger over en reageert sneller bij alarm. Begin de voorbereiding aan wal, op telefoon of laptop.',
        'At sea the weather makes the schedule and the hospital is far away. People who know what is coming transfer more calmly and act faster when the alarm sounds. Start preparing on shore, on a phone or a laptop.',
      ),
      button: words('Bekijk de trainingen', 'See the courses'),
    }),
    block('gains', {
      heading: words('Wat je ervoor terugkrijgt', 'What you get'),
      items: [
        {
          title: words('Voorbereid aan boord', 'Prepared on board'),
          text: words(
            'Je mensen kennen de overstap met CTV, loopbrug en helikopter. Ze kunnen meepraten over werkvergunning, LMRA, LOTO en vallende voorwerpen.',
            'Your people know the transfer by CTV, gangway and helicopter. They can talk about the permit to work, the LMRA, LOTO and dropped objects.',
          ),
        },
        {
          title: words('Papieren op orde', 'Papers in order'),
          text: words(
            'De training legt uit welke GWO-modules, keuring en papieren nodig zijn en helpt bij het aanvragen van een WINDA ID.',
            'The course explains which GWO modules, medical and papers are needed, and helps with getting a WINDA ID.',
          ),
        },
        {
          title: words('Zien wie klaar is', 'See who is ready'),
          text: words(
            'Als beheerder zie je per deelnemer wat gehaald is, wat verloopt en wie nog niet begonnen is. Reageren kan meteen vanuit dat overzicht.',
            'As a supervisor you see for each participant what was passed, what expires and who has not started yet. You act from that same overview.',
          ),
        },
        {
          title: words('Een certificaat dat je kunt controleren', 'A certificate you can check'),
          text: words(
            'Op elk certificaat staat een QR-code. Wie hem scant, ziet of het certificaat geldig is.',
            'Each certificate has a QR code. Anyone who scans it sees whether the certificate is valid.',
          ),
        },
      ],
    }),
    block('courses', {
      heading: words('Trainingen en eerstvolgende examens', 'Courses and next exams'),
      text: words('Kies een training voor inhoud, prijs en data.', 'Choose a course for its content, price and dates.'),
      button: words('Naar de hele catalogus', 'To the whole catalogue'),
    }),
    block('numbers', {
      heading: words('Goed om te weten', 'Good to know'),
      items: [
        {
          title: words('2 maanden', '2 months'),
          text: words(
            'Vernieuw je een GWO-module in de laatste 2 maanden, dan telt de nieuwe termijn vanaf de oude einddatum.',
            'Renew a GWO module in its last 2 months, and the new term counts from the old end date.',
          ),
        },
        {
          title: words('1-10-1', '1-10-1'),
          text: words(
            'De vuistregel bij koud water: 1 minuut voor je ademhaling, 10 minuten om te handelen, 1 uur voor je onderkoeld raakt.',
            'The rule of thumb for cold water: 1 minute to control your breathing, 10 minutes to act, 1 hour before hypothermia.',
          ),
        },
        {
          title: words('90 minuten', '90 minutes'),
          text: words(
            'Zo lang duurt de introductie. Je stopt en gaat verder wanneer je wilt.',
            'The length of the introduction. Stop and continue when you like.',
          ),
        },
      ],
    }),
    block('questions', {
      heading: words('Veelgestelde vragen', 'Frequently asked questions'),
      items: [
        {
          title: words('Vervangt de introductie een GWO-training?', 'Does the introduction replace GWO training?'),
          text: words(
            'Nee. De introductie bereidt voor. GWO BST, HUET en de inductie op locatie blijven nodig.',
            'No. The introduction prepares people. GWO BST, HUET and the site induction are still needed.',
          ),
        },
        {
          title: words('Wat als een GWO-module al verlopen is?', 'What if a GWO module has already expired?'),
          text: words(
            'Na de einddatum doe je de volledige training opnieuw.',
            'After the end date the full training has to be done again.',
          ),
        },
        {
          title: words('Hoe boek ik voor mijn ploeg?', 'How do I book for my crew?'),
          text: words(
            'Als beheerder boek je voor meerdere deelnemers tegelijk. Betalen kan met een kaart of op factuur.',
            'As a supervisor you book for several participants at once. You pay by card or by invoice.',
          ),
        },
        {
          title: words('Kan een deelnemer later verdergaan?', 'Can a participant continue later?'),
          text: words(
            'Ja. Het platform onthoudt waar iemand was, ook op een ander apparaat.',
            'Yes. The platform remembers where somebody was, on another device too.',
          ),
        },
      ],
    }),
    block('voices', { heading: words('Wat anderen zeggen', 'What others say') }),
    block('contact', {
      heading: words('Een vraag, of geen plek die past?', 'A question, or no seat that suits you?'),
      text: words(
        'Vertel ons wie er naar zee gaat en wanneer. Is een examen vol, zet je dan bij de training op de wachtlijst: komt er een plek vrij, dan krijg je een bericht.',
        'Tell us who goes to sea and when. If an exam is full, join the waiting list of the course: we let you know when a seat becomes free.',
      ),
      button: words('Neem contact op', 'Get in touch'),
    }),
  ],
}
