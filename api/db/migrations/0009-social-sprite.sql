-- Our icons of social networks are one file now: a page asks once for all of them.
UPDATE social_links SET image = regexp_replace(image, '^/social/(\w+)\.svg#icon$', '/social.svg#\1')
WHERE image ~ '^/social/(instagram|pinterest|mastodon|youtube)\.svg#icon$';
