import { can, signedIn } from '#core/contract/access'
import { profileSectionSlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { peopleFileSlot } from '../contract/imports.js'
import { participantTabSlot } from '../contract/index.js'

export default defineWebPlugin({
  id: 'people',
  pages: {
    'people.participants': () => import('./pages/ParticipantsPage.js'),
    'people.import': () => import('./pages/ImportPage.js'),
    'people.profile': () => import('./pages/ProfilePage.js'),
    'people.number_sign_in': () => import('./pages/NumberSignInPage.js'),
  },
  commands: [
    { label: 'people.add.title', icon: 'add', to: '/deelnemers?nieuw=1', access: can('people.participants.manage') },
    { label: 'people.import.title', icon: 'upload', to: '/deelnemers/importeren', access: can('people.participants.manage') },
  ],
  fills: [
    fillSlot(peopleFileSlot, {
      key: 'file',
      order: 10,
      access: can('people.participants.manage'),
      load: () => import('./components/PeopleFile.js'),
    }),
    fillSlot(profileSectionSlot, { key: 'work', order: 5, access: signedIn, load: () => import('./components/OwnWork.js') }),
    fillSlot(participantTabSlot, {
      key: 'history',
      order: 95,
      label: 'people.history.title',
      access: can('people.participants.manage'),
      load: () => import('./components/PersonHistory.js'),
    }),
    fillSlot(participantTabSlot, {
      key: 'mails',
      order: 90,
      label: 'people.mails.title',
      access: can('people.participants.view'),
      load: () => import('./components/PersonMails.js'),
    }),
  ],
})
