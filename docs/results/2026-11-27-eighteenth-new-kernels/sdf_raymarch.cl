// Rendering by sphere tracing of a signed distance field: a few blended primitives over a rippled floor, one soft shadow
// ray a hit, ambient occlusion from three probes.
#define SPHERE 0
#define BOX 1
#define TORUS 2
#define CAPSULE 3

typedef struct {
  float4 place;  // centre, kind
  float4 shape;  // kind's own numbers, albedo
} Primitive;

float primitive_distance(const Primitive p, float3 at) {
  const float3 q = at - p.place.xyz;
  switch ((int)p.place.w) {
  case SPHERE:
    return length(q) - p.shape.x;
  case BOX: {
    const float3 d = fabs(q) - p.shape.xyz;
    return length(fmax(d, 0.0f)) + fmin(fmax(d.x, fmax(d.y, d.z)), 0.0f);
  }
  case TORUS:
    return hypot(sqrt(q.x * q.x + q.z * q.z) - p.shape.x, q.y) - p.shape.y;
  default: {
    const float h = clamp(q.y, -p.shape.x, p.shape.x);
    return length((float3)(q.x, q.y - h, q.z)) - p.shape.y;
  }
  }
}

float scene_distance(__global const Primitive *scene, int count, float blend, float3 at) {
  float d = 1e9f;
  for (int k = 0; k < count; ++k) {
    const float e = primitive_distance(scene[k], at);
    const float h = fmax(blend - fabs(d - e), 0.0f) / blend;
    d = fmin(d, e) - h * h * blend * 0.25f;
  }
  const float floor_height = at.y + 1.0f + 0.04f * sin(4.0f * at.x) * cos(3.0f * at.z);
  return fmin(d, 0.8f * floor_height);
}

float3 scene_normal(__global const Primitive *scene, int count, float blend, float3 at) {
  const float e = 0.001f;
  const float3 a = (float3)(1.0f, -1.0f, -1.0f), b = (float3)(-1.0f, -1.0f, 1.0f);
  const float3 c = (float3)(-1.0f, 1.0f, -1.0f), d = (float3)(1.0f, 1.0f, 1.0f);
  return normalize(a * scene_distance(scene, count, blend, at + e * a) + b * scene_distance(scene, count, blend, at + e * b) +
                   c * scene_distance(scene, count, blend, at + e * c) + d * scene_distance(scene, count, blend, at + e * d));
}

float3 bounce(float3 v, float3 n) { return v - 2.0f * dot(v, n) * n; }

__kernel void sdf_raymarch(__global const Primitive *scene, __global uchar4 *image, int width, int height, int count,
                           int max_steps, float blend, float far_away) {
  const int px = get_global_id(0), py = get_global_id(1);
  if (px >= width || py >= height)
    return;

  const float3 eye = (float3)(0.0f, 0.8f, -4.5f);
  const float3 light = normalize((float3)(0.6f, 0.9f, -0.5f));
  const float aspect = (float)width / (float)height;
  const float3 ray = normalize((float3)((2.0f * (px + 0.5f) / width - 1.0f) * aspect, 0.85f - 2.0f * (py + 0.5f) / height, 1.6f));

  float along = 0.0f;
  bool hit = false;
  for (int step = 0; step < max_steps && along < far_away; ++step) {
    const float d = scene_distance(scene, count, blend, eye + along * ray);
    if (d < 0.0005f * (1.0f + along)) {
      hit = true;
      break;
    }
    along += d;
  }

  float3 colour = mix((float3)(0.55f, 0.7f, 0.9f), (float3)(0.15f, 0.3f, 0.7f), clamp(ray.y * 2.0f, 0.0f, 1.0f));
  if (hit) {
    const float3 at = eye + along * ray;
    const float3 n = scene_normal(scene, count, blend, at);
    const float facing = fmax(dot(n, light), 0.0f);

    float shade = 1.0f;
    if (facing > 0.0f) {
      float t = 0.02f;
      for (int step = 0; step < max_steps / 2 && t < 6.0f; ++step) {
        const float d = scene_distance(scene, count, blend, at + 0.005f * n + t * light);
        shade = fmin(shade, 10.0f * d / t);
        if (d < 0.001f) {
          shade = 0.0f;
          break;
        }
        t += clamp(d, 0.02f, 0.5f);
      }
    }
    float open = 1.0f;
    for (int k = 1; k <= 3; ++k) {
      const float probe = 0.12f * k;
      open -= (probe - scene_distance(scene, count, blend, at + probe * n)) * exp2(-(float)k);
    }
    const float shine = facing > 0.0f ? powr(fmax(dot(bounce(ray, n), light), 0.0f), 24.0f) : 0.0f;
    const float3 albedo = at.y < -0.9f ? (float3)(0.45f, 0.4f, 0.35f) : (float3)(0.8f, 0.35f, 0.25f);
    const float3 lit = albedo * (0.2f * clamp(open, 0.0f, 1.0f) + 0.8f * facing * shade) + 0.4f * shine * shade;
    colour = mix(lit, colour, 1.0f - exp(-0.02f * along * along));
  }
  const float3 gamma = powr(clamp(colour, 0.0f, 1.0f), (float3)(1.0f / 2.2f));
  image[py * width + px] = (uchar4)(convert_uchar3_sat_rte(gamma * 255.0f), 255);
}
