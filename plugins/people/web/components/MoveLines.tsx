import { Box, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'

interface Line {
  fate: 'goes' | 'merged' | 'stays' | 'twice' | 'ends'
  text: string
}

/** The preview from a dry run: what moves, what stays and why, what ends. */
export function MoveLines({ lines }: { lines: readonly Line[] }) {
  const t = useT()
  const fates = [...new Set(lines.map(({ fate }) => fate))]
  return (
    <Stack sx={{ gap: 3 }}>
      {fates.map((fate) => (
        <Box key={fate}>
          <Typography variant="body2" sx={{ fontWeight: 600, color: fate === 'ends' || fate === 'twice' ? 'error.main' : 'text.primary' }}>
            {t(`people.move.fate.${fate}`)}
          </Typography>
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 5, '& li': { mb: 1 }, overflowWrap: 'anywhere' }}>
            {lines
              .filter((line) => line.fate === fate)
              .map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
          </Box>
        </Box>
      ))}
    </Stack>
  )
}
