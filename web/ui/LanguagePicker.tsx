import { NativeSelect, Stack } from '@mui/material'
import TranslateOutlined from '@mui/icons-material/TranslateOutlined'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { languages, useT } from '#web/i18n'
import { languageAtom, useChangeLanguage } from '#web/session'

/** Every language by its own name. A native list: small, and best on phones. */
export function LanguagePicker() {
  const t = useT()
  const current = useAtomValue(languageAtom)
  const change = useChangeLanguage()
  const [busy, setBusy] = useState(false)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, color: 'text.secondary' }}>
      <TranslateOutlined fontSize="small" aria-hidden />
      <NativeSelect
        disableUnderline
        disabled={busy}
        value={current}
        inputProps={{ 'aria-label': t('core.language.pick') }}
        onChange={(event) => {
          setBusy(true)
          void change(event.target.value).catch(() => setBusy(false))
        }}
        sx={{
          fontSize: '0.875rem',
          '& select': { minHeight: 36, '@media (pointer: coarse)': { minHeight: 44 } },
          '& select:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
        }}
      >
        {languages.map((language) => (
          <option key={language.code} value={language.code} lang={language.code}>
            {language.nativeName}
          </option>
        ))}
      </NativeSelect>
    </Stack>
  )
}
