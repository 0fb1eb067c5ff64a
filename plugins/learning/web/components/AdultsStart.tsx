import { Typography } from '@mui/material'
import { api, queryClient } from '#web/api'
import { nativeName, useT } from '#web/i18n'
import { DayInput, Form, FormActions, RadioInput, Section } from '#web/ui'
import { REFRESH_ALL } from '../queries.js'
import type { Course } from './types.js'

interface Start {
  birthdate: string | null
  language: string
}

/** The language choice of a course for adults, for a person without a birthdate: asks for both at once. */
export default function AdultsStart({ course }: { course: Course }) {
  const t = useT()
  const own = document.documentElement.lang
  const languages = [...course.languages].sort((a, b) => Number(b === own) - Number(a === own))
  return (
    <Section title={t('learning.adults.title')}>
      <Typography sx={{ color: 'text.secondary' }}>{t('learning.adults.text')}</Typography>
      <Form<Start, unknown>
        initialValues={{ birthdate: null, language: languages[0]! }}
        part="learning"
        guard={false}
        onSubmit={({ birthdate, language }) =>
          api.learning.participations.language({ params: { participation: course.id }, body: { language, birthdate } })
        }
        onSuccess={() => void Promise.all(REFRESH_ALL.map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })))}
      >
        <DayInput
          name="birthdate"
          label={t('learning.adults.birthdate')}
          required
          min="1900-01-01"
          max={new Date().toISOString().slice(0, 10)}
        />
        <RadioInput
          name="language"
          required
          label={t('learning.course.choose_language')}
          help={t('learning.course.choose_language_text', { days: course.access_days ?? 0 })}
          options={languages.map((language) => ({ value: language, label: nativeName(language) }))}
        />
        <FormActions submitLabel={t('learning.course.start')} />
      </Form>
    </Section>
  )
}
