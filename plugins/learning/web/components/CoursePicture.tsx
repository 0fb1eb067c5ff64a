import { Box } from '@mui/material'
import type { SxProps, Theme } from '@mui/material/styles'
import { useTheme } from '@mui/material/styles'
import { Icon } from '#web/ui'

interface CoursePictureProps {
  picture: { url: string; alt: string } | null
  /** Says what it shows; without it the picture adds nothing to the words beside it. */
  described?: boolean
  sx?: SxProps<Theme>
}

/** The picture of a course, filling its place; a course without one has a quiet mark there. */
export function CoursePicture({ picture, described = false, sx }: CoursePictureProps) {
  const { brand } = useTheme()
  return (
    <Box
      sx={[
        { bgcolor: brand.primary.soft, color: 'primary.main', display: 'grid', placeItems: 'center', overflow: 'hidden' },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {picture ? (
        <Box
          component="img"
          src={picture.url}
          alt={described ? picture.alt : ''}
          sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
      ) : (
        <Icon name="school" fontSize="large" />
      )}
    </Box>
  )
}
