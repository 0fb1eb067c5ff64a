import { Button, Stack, Typography } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { nativeName, useT } from '#web/i18n'
import { Section } from '#web/ui'
import { REFRESH_ALL } from '../queries.js'
import type { Course } from './types.js'

interface LanguageChoiceProps {
  course: Course
  onChosen: () => void
  onCancel?: () => void
}

/** Asks for the language, with the person's own first. Says before the choice, not after, that the access days start. */
export function LanguageChoice({ course, onChosen, onCancel }: LanguageChoiceProps) {
  const t = useT()
  const choose = useApiMutation(
    (language: string) => api.learning.participations.language({ params: { participation: course.id }, body: { language } }),
    { refresh: REFRESH_ALL, onSuccess: onChosen },
  )
  // The language the person reads now is the most likely choice.
  const own = course.language ?? document.documentElement.lang
  const languages = [...course.languages].sort((a, b) => Number(b === own) - Number(a === own))
  const days = course.language ? 0 : (course.access_days ?? 0)
  return (
    <Section title={t('learning.course.choose_language')}>
      <Typography sx={{ color: 'text.secondary' }}>{t('learning.course.choose_language_text', { days })}</Typography>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {languages.map((language) => (
          <Button
            key={language}
            lang={language}
            size="large"
            variant={language === own ? 'contained' : 'outlined'}
            {...(course.language && { 'aria-pressed': language === course.language })}
            loading={choose.isPending && choose.variables === language}
            onClick={() => choose.mutate(language)}
            sx={{ flex: { xs: '1 1 100%', sm: '0 0 auto' }, minWidth: 140 }}
          >
            {nativeName(language)}
          </Button>
        ))}
        {onCancel && (
          <Button color="inherit" onClick={onCancel}>
            {t('learning.course.cancel')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}
