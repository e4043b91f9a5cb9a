import { useState } from 'preact/hooks'
import { useTexts } from '../../language/language.ts'
import { Picture } from '../../parts/picture.tsx'
import { TEXTS } from './texts.ts'

export function Gallery({ photos, name }: { photos: string[]; name: string }) {
  const t = useTexts(TEXTS)
  const [shown, show] = useState(0)
  return (
    <div class="gallery">
      <Picture photo={photos[shown]} name={name} size={560} alt={name} isFirst />
      {photos.length > 1 && (
        <div class="thumbs">
          {photos.map((photo, place) => (
            <button
              key={photo}
              type="button"
              aria-pressed={place === shown}
              aria-label={t.picture(place + 1)}
              onClick={() => show(place)}
            >
              <Picture photo={photo} name={name} size={64} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
