import { useT } from '#web/i18n'
import { CheckInput, DayInput, SearchInput, SlotOutlet } from '#web/ui'
import { givingSlot } from '../../contract/index.js'
import { useCourseChoices } from '../queries.js'
import { firstDueDay } from './AssignDialog.js'

/** The courses for people who are added from a file. Fields of the surrounding form (importGivingSlot). */
export default function ImportGiving({ people, courses, company }: { people: number; courses: readonly string[]; company: number }) {
  const t = useT()
  const choices = useCourseChoices()
  const options = (choices.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <SearchInput
        name="courses"
        label={t('learning.assign.along')}
        help={t('learning.assign.along_help')}
        options={options}
        multiple
        loading={choices.isPending}
      />
      {courses.length > 0 && (
        <>
          <SlotOutlet slot={givingSlot} with={{ courses: courses.map(Number), people, company }} />
          <DayInput name="due_at" label={t('learning.assign.due_at')} help={t('learning.assign.due_at_help')} min={firstDueDay()} />
          <CheckInput name="mandatory" label={t('learning.assign.mandatory')} />
        </>
      )}
    </>
  )
}
