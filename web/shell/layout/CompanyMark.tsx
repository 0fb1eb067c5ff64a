import { Box, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { companyLogoAtom } from '#web/session'
import { bootstrap } from '../../boot/bootstrap.js'

interface CompanyMarkProps {
  /** Height of the logo in pixels. */
  height?: number
}

/** The company's logo, always on a plain background, or its name. */
export function CompanyMark({ height = 32 }: CompanyMarkProps) {
  const logo = useAtomValue(companyLogoAtom)
  const name = bootstrap.branding.companyName
  if (logo)
    return (
      <Box
        component="img"
        src={logo}
        alt={name}
        sx={{ height, width: 'fit-content', maxWidth: height * 6, objectFit: 'contain', display: 'block' }}
      />
    )
  return (
    <Typography
      component="span"
      sx={{
        fontSize: height * 0.5625,
        fontWeight: 700,
        letterSpacing: '-0.015em',
        lineHeight: `${height}px`,
        color: 'text.primary',
        whiteSpace: 'nowrap',
      }}
    >
      {name}
    </Typography>
  )
}
