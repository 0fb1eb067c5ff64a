import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { Section } from '#web/ui'

const DOWNLOAD = 'https://safeexambrowser.org/download_en.html'

/** Shown in a browser other than Safe Exam Browser: what to install, and how to open the exam in it. */
export function OtherBrowser({ file, open, onRetry }: { file: string; open: string; onRetry: () => void }) {
  const t = useT()
  return (
    <Section title={t('proctoring.browser.how')} text={t('proctoring.browser.why')}>
      <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 4 }}>
        <li>
          <Typography>{t('proctoring.browser.install')}</Typography>
          <Link href={DOWNLOAD} target="_blank" rel="noreferrer">
            {t('proctoring.browser.download')}
          </Link>
        </li>
        <li>
          <Typography>{t('proctoring.browser.close')}</Typography>
        </li>
        <li>
          <Typography sx={{ mb: 3 }}>{t('proctoring.browser.start')}</Typography>
          <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, alignItems: 'flex-start' }}>
            <Button variant="contained" href={open}>
              {t('proctoring.browser.open')}
            </Button>
            <Button variant="outlined" href={file}>
              {t('proctoring.browser.file')}
            </Button>
          </Stack>
        </li>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('proctoring.browser.refused')}
      </Typography>
      <Box>
        <Button onClick={onRetry}>{t('proctoring.browser.again')}</Button>
      </Box>
    </Section>
  )
}
