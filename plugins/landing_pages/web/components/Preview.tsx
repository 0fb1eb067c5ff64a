import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { nativeName, useT } from '#web/i18n'
import { SegmentedControl } from '#web/ui'
import { WRITTEN } from '../../blocks.js'
import type { LandingPageDetail } from '../../server/transformers/landing_page_transformer.js'

/** The saved page as visitors would see it, in either language. */
export function Preview({ page }: { page: LandingPageDetail }) {
  const t = useT()
  const [language, setLanguage] = useState<(typeof WRITTEN)[number]>('nl')
  const address = `/api/landing_pages/pages/${page.key}/preview?lang=${language}${page.company ? `&company=${page.company.id}` : ''}`
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography sx={{ color: 'text.secondary' }}>{t('landing_pages.preview.text')}</Typography>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <SegmentedControl
          label={t('landing_pages.preview.language')}
          options={WRITTEN.map((value) => ({ value, label: nativeName(value) }))}
          value={language}
          onChange={setLanguage}
        />
        <Button variant="outlined" color="inherit" component="a" href={address} target="_blank">
          {t('landing_pages.edit.preview')}
        </Button>
      </Stack>
      <Box
        component="iframe"
        // Each save reloads the document.
        key={page.updated_at}
        src={address}
        title={t('landing_pages.preview.frame')}
        sx={{ width: '100%', height: '75vh', border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
      />
    </Stack>
  )
}
