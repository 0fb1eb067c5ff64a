import { InputAdornment, OutlinedInput } from '@mui/material'
import { Icon } from './icons/index.js'

export interface SearchFieldProps {
  /** Placeholder and accessible name. */
  label: string
  value: string
  onChange: (text: string) => void
}

/** Searches what is already on the page. A list from the server has <TableSearch>. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <OutlinedInput
      type="search"
      size="small"
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ input: { 'aria-label': label, enterKeyHint: 'search' } }}
      startAdornment={
        <InputAdornment position="start">
          <Icon name="search" />
        </InputAdornment>
      }
      sx={{ maxWidth: 420, display: 'flex' }}
    />
  )
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text has every word of a search, whatever the case and accents. Pure. */
export function hasWords(text: string, search: string): boolean {
  const inText = plain(text)
  return plain(search)
    .split(/\s+/)
    .every((word) => inText.includes(word))
}
