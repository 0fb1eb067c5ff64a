import { Box, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { readableOn } from '#themes/color'
import { useT } from '#web/i18n'
import { bootstrap } from '../../boot/bootstrap.js'

/** The brand's two colours as a large panel; a strip on phones, where the form matters more. */
export function BrandPanel() {
  const t = useT()
  const { brand } = useTheme()
  const { companyName, loginId } = bootstrap.branding
  return (
    <Box
      sx={{
        position: 'relative',
        overflow: 'hidden',
        minHeight: { xs: 72, md: 'auto' },
        bgcolor: brand.primary.fill,
        color: readableOn(brand.primary.fill),
        borderRight: { md: `1px solid ${brand.primary.edge}` },
        borderBottom: { xs: `1px solid ${brand.primary.edge}`, md: 0 },
        display: 'flex',
        alignItems: 'flex-end',
      }}
    >
      {/* Drawn away from the text, so that the text has the contrast of the fill. */}
      <Box
        component="svg"
        viewBox="0 0 400 400"
        aria-hidden
        preserveAspectRatio="xMaxYMin slice"
        sx={{ position: 'absolute', top: 0, right: 0, width: { xs: 160, md: '100%' }, height: { xs: 160, md: '62%' } }}
      >
        <g fill="none" stroke={brand.secondary.fill} strokeWidth="28">
          <circle cx="330" cy="60" r="60" />
          <circle cx="330" cy="60" r="130" opacity="0.55" />
          <circle cx="330" cy="60" r="200" opacity="0.3" />
          <circle cx="330" cy="60" r="270" opacity="0.14" />
        </g>
      </Box>
      <Box sx={{ position: 'relative', display: { xs: 'none', md: 'block' }, p: 10 }}>
        <Typography
          component="p"
          sx={{
            fontSize: '2.25rem',
            lineHeight: '44px',
            fontWeight: 700,
            letterSpacing: '-0.025em',
            textWrap: 'balance',
            overflowWrap: 'anywhere',
          }}
        >
          {loginId ? t('core.login.welcome', { company: companyName }) : t('core.login.welcome_platform')}
        </Typography>
        <Typography sx={{ mt: 4, fontSize: '1.0625rem', lineHeight: '28px', maxWidth: '36ch' }}>{t('core.login.promise')}</Typography>
      </Box>
    </Box>
  )
}
