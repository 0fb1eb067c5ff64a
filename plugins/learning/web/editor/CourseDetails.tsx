import { Box } from '@mui/material'
import { isAdminRole } from '#core/contract/roles'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { CheckInput, ColorInput, FactList, InTurns, SearchInput, Section, SelectInput } from '#web/ui'
import { COURSE_STATUSES, languageOptions, sectorOptions, typeOptions, vatOptions } from './course_words.js'
import { NumberInput } from './NumberInput.js'
import { PartForm } from './PartForm.js'
import { PHOTO_TYPES, PictureInput } from './PictureInput.js'
import { TextsInput } from './TextsInput.js'

const columns = { display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' } } as const
const FLAGS = ['isConsumerCourse', 'isProjectInstruction', 'directAccess', 'adultsOnly', 'readPastQuizzes'] as const

/** All fields of a course except its steps (specification, section 3: Course). */
export function CourseDetails({ draft }: { draft: Draft }) {
  const t = useT()
  // Only the platform's admins set the VAT treatment of what the platform sells.
  const sellsIt = isAdminRole(useUser().user_role)
  const field = (name: string) => t(`learning.editor.field.${name}`)
  const days = t('learning.editor.days')
  return (
    <PartForm draft={draft} kind="course" content={{ ...draft.course, vatKind: draft.course.vatKind ?? 'elearning' }}>
      {({ values: { languages, picture } }) => (
        <InTurns>
          <Section title={t('learning.editor.section_texts')}>
            <TextsInput name="name" label={field('name')} languages={languages} maxLength={200} />
            {/* Links and other systems refer to this name, so it never changes. */}
            <FactList facts={[{ label: field('shortname'), value: draft.shortname }]} />
            <TextsInput name="description" label={field('description')} help={field('description_help')} languages={languages} rows={8} />
            <SearchInput
              name="languages"
              label={field('languages')}
              help={field('languages_help')}
              options={languageOptions}
              multiple
              required
            />
          </Section>
          <Section title={t('learning.editor.section_kind')}>
            <Box sx={columns}>
              <SelectInput
                name="status"
                label={field('status')}
                required
                options={COURSE_STATUSES.map((value) => ({ value, label: t(`learning.status.course.${value}`) }))}
              />
              <SelectInput name="sector" label={field('sector')} options={sectorOptions(t)} required />
              <SelectInput name="type" label={field('type')} options={typeOptions(t)} required />
              <NumberInput name="durationMinutes" label={field('durationMinutes')} suffix={t('learning.editor.minutes')} required />
              <NumberInput name="price" label={field('price')} help={field('price_help')} suffix="€" required />
              {sellsIt && (
                <SelectInput name="vatKind" label={field('vatKind')} help={field('vatKind_help')} options={vatOptions(t)} required />
              )}
              <NumberInput name="passedGrade" label={field('passedGrade')} suffix="%" required />
            </Box>
            {FLAGS.map((name) => (
              <CheckInput key={name} name={name} label={field(name)} look="switch" />
            ))}
          </Section>
          <Section title={t('learning.editor.section_days')} text={t('learning.editor.section_days_text')}>
            <Box sx={columns}>
              <NumberInput name="accessDays" label={field('accessDays')} suffix={days} required />
              <NumberInput name="reminderDays.notOpened" label={field('notOpened')} suffix={days} />
              <NumberInput name="reminderDays.notDone" label={field('notDone')} suffix={days} />
              <NumberInput name="reminderDays.beforeExpiry" label={field('beforeExpiry')} suffix={days} />
              <NumberInput name="certificateValidMonths" label={field('certificateValidMonths')} suffix={t('learning.editor.months')} />
            </Box>
          </Section>
          <Section title={t('learning.editor.section_look')}>
            <PictureInput draft={draft} name="picture" label={field('picture')} />
            {picture && <TextsInput name="pictureAlt" label={field('pictureAlt')} languages={languages} maxLength={500} />}
            <PictureInput
              draft={draft}
              name="certificateBackground"
              label={field('certificateBackground')}
              help={field('certificateBackground_help')}
              accept={PHOTO_TYPES}
            />
            <Box sx={columns}>
              <ColorInput name="primaryColor" label={field('primaryColor')} help={field('color_help')} />
              <ColorInput name="secondaryColor" label={field('secondaryColor')} help={field('color_help')} />
            </Box>
          </Section>
        </InTurns>
      )}
    </PartForm>
  )
}
