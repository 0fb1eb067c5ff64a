import { Box, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useIntl } from 'react-intl'
import { brandShades } from '#themes/brand'
import { contrastRatio, parseHex } from '#themes/color'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

interface BrandPreviewProps {
  primary: string
  secondary: string
}

/** What two HEX colours become, by the same arithmetic as the company's own pages: what cannot be read is adjusted. */
export function BrandPreview({ primary, secondary }: BrandPreviewProps) {
  const t = useT()
  const intl = useIntl()
  const { surfaces, tones } = useTheme()
  if (!parseHex(primary) || !parseHex(secondary)) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('companies.preview.invalid')}
      </Typography>
    )
  }
  const main = brandShades(primary, surfaces)
  const accent = brandShades(secondary, surfaces)
  const adjusted = main.text !== main.fill
  const ratio = intl.formatNumber(contrastRatio(main.onFill, main.fill), { maximumFractionDigits: 1 })
  return (
    <Stack sx={{ gap: 3, p: 4, border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: surfaces.background }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('companies.preview.title')}
      </Typography>
      {/* A picture of controls, not controls: nothing in it can be reached or pressed. */}
      <Stack
        direction="row"
        aria-hidden
        sx={{
          gap: 4,
          alignItems: 'center',
          flexWrap: 'wrap',
          p: 4,
          bgcolor: surfaces.paper,
          border: `1px solid ${surfaces.divider}`,
          borderRadius: 1,
        }}
      >
        <Box
          sx={{ px: 4, py: 2, borderRadius: 1, bgcolor: main.fill, color: main.onFill, border: `1px solid ${main.edge}`, fontWeight: 600 }}
        >
          {t('companies.preview.button')}
        </Box>
        <Box sx={{ color: main.text, textDecoration: 'underline', fontWeight: 550 }}>{t('companies.preview.link')}</Box>
        <Box sx={{ px: 2, py: 0.5, borderRadius: '6px', bgcolor: accent.soft, color: accent.text, fontSize: '0.8125rem', fontWeight: 600 }}>
          {t('companies.preview.accent')}
        </Box>
        <Box sx={{ flex: '1 1 100%', height: 8, borderRadius: 4, bgcolor: surfaces.hover, overflow: 'hidden' }}>
          <Box sx={{ width: '62%', height: '100%', bgcolor: main.edge }} />
        </Box>
      </Stack>
      <Stack
        direction="row"
        role="status"
        sx={{ gap: 2, alignItems: 'flex-start', fontSize: '0.8125rem', lineHeight: '20px', color: 'text.secondary' }}
      >
        <Icon name={adjusted ? 'info' : 'success'} sx={{ fontSize: 18, mt: '1px', color: tones[adjusted ? 'info' : 'success'].text }} />
        <span>
          {t(adjusted ? 'companies.preview.adjusted_text' : 'companies.preview.as_entered')} {t('companies.preview.contrast', { ratio })}.
        </span>
      </Stack>
    </Stack>
  )
}
