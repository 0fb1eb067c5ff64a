import { Box } from '@mui/material'
import type { SxProps, Theme } from '@mui/material/styles'
import { useTheme } from '@mui/material/styles'
import { Icon } from '#web/ui'

interface CoursePictureProps {
  picture: { url: string } | null
  sx?: SxProps<Theme>
}

/** The decorative picture of a course on a card, next to its name; a plain icon for a course without one. */
export function CoursePicture({ picture, sx }: CoursePictureProps) {
  const { brand } = useTheme()
  return (
    <Box
      sx={[
        {
          bgcolor: brand.primary.soft,
          color: 'primary.main',
          display: 'grid',
          placeItems: 'center',
          overflow: 'hidden',
          position: 'relative',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {picture ? (
        <Box
          component="img"
          src={picture.url}
          alt=""
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' }}
        />
      ) : (
        <Icon name="school" fontSize="large" />
      )}
    </Box>
  )
}
