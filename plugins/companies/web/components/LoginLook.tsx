import { Box, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import type { brandShades } from '#themes/brand'
import { useT } from '#web/i18n'

type Shades = ReturnType<typeof brandShades>

/** A company's style, with which the picture below is drawn. */
export interface Look {
  name: string
  logo: string | null
  main: Shades
  accent: Shades
  surfaces: { paper: string; background: string; divider: string; hover: string }
}

function Mark({ name, logo }: Pick<Look, 'name' | 'logo'>) {
  if (logo)
    return <Box component="img" src={logo} alt="" sx={{ height: 28, maxWidth: 180, objectFit: 'contain', objectPosition: 'left' }} />
  return (
    <Box component="span" sx={{ fontWeight: 700, fontSize: '1.125rem', overflowWrap: 'anywhere' }}>
      {name}
    </Box>
  )
}

const Button = ({ main, children }: { main: Shades; children: ReactNode }) => (
  <Box
    sx={{
      alignSelf: 'flex-start',
      px: 4,
      py: 2,
      borderRadius: 1,
      bgcolor: main.fill,
      color: main.onFill,
      border: `1px solid ${main.edge}`,
      fontWeight: 600,
      fontSize: '0.875rem',
    }}
  >
    {children}
  </Box>
)

/** The sign-in page. */
export function LoginLook({ name, logo, main, accent, surfaces }: Look) {
  const t = useT()
  return (
    <Stack sx={{ alignItems: 'center', p: 5, bgcolor: surfaces.background }}>
      <Stack
        sx={{
          gap: 3,
          width: '100%',
          maxWidth: 300,
          p: 5,
          bgcolor: surfaces.paper,
          border: `1px solid ${surfaces.divider}`,
          borderRadius: 1,
        }}
      >
        <Mark name={name} logo={logo} />
        <Box sx={{ fontWeight: 650 }}>{t('companies.preview.sign_in')}</Box>
        <Box sx={{ height: 40, border: `1px solid ${surfaces.divider}`, borderRadius: 1 }} />
        <Button main={main}>{t('companies.preview.sign_in')}</Button>
        <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
          <Box sx={{ color: main.text, textDecoration: 'underline', fontSize: '0.8125rem' }}>{t('companies.preview.link')}</Box>
          <Box sx={{ px: 2, borderRadius: '6px', bgcolor: accent.soft, color: accent.text, fontSize: '0.75rem', fontWeight: 600 }}>
            {t('companies.preview.accent')}
          </Box>
        </Stack>
      </Stack>
    </Stack>
  )
}
