import { Button, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { Icon, SegmentedControl } from '#web/ui'
import type { ShownPassport } from '../../server/transformers.js'

interface PassportActionsProps {
  passport: Pick<ShownPassport, 'language' | 'languages'>
  /** The address of the PDF in this language; null on the public page. */
  pdf: string | null
  onLanguage: (language: ShownPassport['language']) => void
}

const NAMES = { nl: 'Nederlands', en: 'English', fr: 'Français' } as const

/** The language of the passport, and its PDF. */
export function PassportActions({ passport, pdf, onLanguage }: PassportActionsProps) {
  const t = useT()
  return (
    <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 5 }}>
      <SegmentedControl
        label={t('passport.language')}
        value={passport.language}
        options={passport.languages.map((value) => ({ value, label: NAMES[value] }))}
        onChange={onLanguage}
      />
      {pdf && (
        <Button variant="outlined" href={pdf} startIcon={<Icon name="download" />}>
          {t('passport.pdf')}
        </Button>
      )}
    </Stack>
  )
}
