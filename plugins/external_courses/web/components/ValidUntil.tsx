import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'

/** The last valid day; an expired one is marked in text and colour. */
export function ValidUntil({ course }: { course: { valid_until: string | null; expired: boolean } }) {
  const t = useT()
  const format = useFormat()
  const { tones } = useTheme()
  if (!course.valid_until) return <>{t('external_courses.valid.endless')}</>
  const day = format.day(course.valid_until)
  if (!course.expired) return <>{day}</>
  return (
    <Box component="span" sx={{ color: tones.error.text, fontWeight: 600 }}>
      {t('external_courses.valid.expired_on', { day })}
    </Box>
  )
}
