import { defineSettings } from '#core/contract/settings'

/** The norm that a company applies to its toolbox meetings. The numbers are used only with "own". */
export const toolboxSettings = defineSettings('toolbox_meetings', [
  { key: 'norm', kind: 'choice', options: ['vca_1', 'vca_2', 'own', 'none'], default: 'vca_1', required: true, group: 'norm' },
  { key: 'norm_attend', kind: 'number', min: 1, max: 60, default: 3, required: true, group: 'norm', half: true },
  { key: 'norm_of', kind: 'number', min: 1, max: 60, default: 4, required: true, group: 'norm', half: true },
  { key: 'norm_half_in_person', kind: 'flag', default: false, group: 'norm' },
])
