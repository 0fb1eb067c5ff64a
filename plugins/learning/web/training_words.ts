import type { Training } from '#plugins/learning/server/transformers/training_transformer'
import { useFormat, useT } from '#web/i18n'
import { isPhoneOrTablet } from '../contract/device.js'

/** From this number of days on, they are shown as a warning. */
export const FEW_DAYS = 7

/** The next action in a training, on this device. */
export function stepHere(training: Training): Training['next'] {
  return isPhoneOrTablet() ? training.next_on_phone : training.next
}

/** The facts of a training's card in one line; leaves out that quizzes need a computer if that is shown above the cards. */
export function useTrainingFacts(): (training: Training, saidAbove?: boolean) => string[] {
  const t = useT()
  const format = useFormat()
  return (training, saidAbove = false) => {
    const { status } = training
    const isOpen = status === 'registered' || status === 'busy' || status === 'planned'
    const facts = [
      isOpen && training.mandatory ? t('learning.due.mandatory') : null,
      status === 'busy' && training.minutes_left ? t('learning.minutes_left', { time: format.minutes(training.minutes_left) }) : null,
      status !== 'busy' ? format.minutes(training.duration_minutes) : null,
      status === 'registered' && training.access_days ? t('learning.access_days', { days: training.access_days }) : null,
      training.grade !== null && !isOpen ? t('learning.grade', { grade: training.grade }) : null,
      training.finished_at ? t('learning.results.finished_on', { date: format.date(training.finished_at) }) : null,
      isOpen && training.needs_computer && !saidAbove && isPhoneOrTablet() ? t('learning.computer.on_card') : null,
    ]
    const [first, ...rest] = facts.filter((fact) => fact !== null)
    return first ? [first.charAt(0).toLocaleUpperCase() + first.slice(1), ...rest] : []
  }
}
