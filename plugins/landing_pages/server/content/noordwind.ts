import type { LandingContent } from '../../blocks.js'
import { block, words } from './words.js'

/** The own texts of the demo's company Noordwind for the page of offshore renewable energy. */
export const noordwind: LandingContent = {
  title: words('Naar zee met Noordwind', 'Go to sea with Noordwind'),
  description: words(
    'Voor onderaannemers en nieuwe collega’s: wat je moet weten en kunnen voordat je met Noordwind het windpark in gaat.',
    'For subcontractors and new colleagues: what to know and be able to do before you go into the wind farm with Noordwind.',
  ),
  blocks: [
    block('hero', {
      heading: words('Met ons mee naar zee', 'Go to sea with us'),
      text: words(
        'Werk je voor het eerst in een van onze windparken? Doe de voorbereiding thuis of in de keet. Op de kade in IJmuiden kun je dan meteen aan boord.',
        'Is this your first job in one of our wind farms? Prepare at home or in the site hut. At the quay in IJmuiden you can then go straight on board.',
      ),
      button: words('Bekijk wat je nodig hebt', 'See what you need'),
    }),
    block('gains', {
      heading: words('Zo gaat het', 'How it works'),
      items: [
        {
          title: words('1. Doe de training', '1. Take the course'),
          text: words(
            'Op je telefoon of laptop. Stoppen en later verdergaan kan altijd.',
            'On your phone or laptop. You can stop and continue at any time.',
          ),
        },
        {
          title: words('2. Laat je certificaat zien', '2. Show your certificate'),
          text: words('De kade scant de QR-code en ziet of het geldig is.', 'The quay scans the QR code and sees whether it is valid.'),
        },
        {
          title: words('3. Ga aan boord', '3. Go on board'),
          text: words('Neem je legitimatie en je eigen PBM mee.', 'Bring your identity document and your own PPE.'),
        },
      ],
    }),
    block('courses', {
      heading: words('Trainingen en eerstvolgende examens', 'Courses and next exams'),
      text: words('Vraag je leidinggevende welke je nodig hebt.', 'Ask your supervisor which ones you need.'),
      button: words('Naar de hele catalogus', 'To the whole catalogue'),
    }),
    block('questions', {
      heading: words('Veelgestelde vragen', 'Frequently asked questions'),
      items: [
        {
          title: words('Wie betaalt de training?', 'Who pays for the course?'),
          text: words(
            'Spreek dat af met je werkgever. Ben je in dienst bij Noordwind, dan betalen wij.',
            'Agree on that with your employer. If you are employed by Noordwind, we pay.',
          ),
        },
        {
          title: words('Ik heb al een GWO-certificaat. Moet ik toch?', 'I already have a GWO certificate. Do I still have to?'),
          text: words(
            'Ja. De introductie vervangt geen GWO-module en een GWO-module vervangt de introductie niet.',
            'Yes. The introduction replaces no GWO module, and a GWO module does not replace the introduction.',
          ),
        },
      ],
    }),
    block('contact', {
      heading: words('Kom je er niet uit?', 'Do you need help?'),
      text: words('Laat weten wanneer je naar zee gaat en met welke ploeg.', 'Tell us when you go to sea and with which crew.'),
      button: words('Neem contact op', 'Get in touch'),
    }),
  ],
}
